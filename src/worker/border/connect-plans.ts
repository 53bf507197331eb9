import { expose, wrap } from 'comlink';
import type { EngineForPlans } from './engine-api';
import { registerFailureTransfer } from './failure-transfer';

/** Serves the document worker at the other end of a port. */
export function servePlans(engine: EngineForPlans, port: MessagePort): void {
  registerFailureTransfer();
  expose(engine, port);
}

/** The engine at the other end of a port. Every rejection is an `AppError`. */
export function connectPlans(port: MessagePort): EngineForPlans {
  registerFailureTransfer();
  return wrap<EngineForPlans>(port) as EngineForPlans;
}
