import type { EventLog } from '../log/event-log';
import type { ModelClient } from '../ports/model-client';
import { createWaitTeller } from './wait-teller';

/** Lets a call through once its provider has the key it needs. */
export interface KeyGate {
  /** Whether a call to the provider would have to wait. */
  closed(provider: string): boolean;
  /** Resolves once the key is available. Rejects with `CANCELLED` on abort. */
  open(provider: string, signal: AbortSignal): Promise<void>;
}

/** Makes a {@link KeyGate}. The log records for which key the run waits. */
export function createKeyGate(models: ModelClient, log: EventLog): KeyGate {
  const waiting = createWaitTeller(log, (provider) => ({ reason: 'key', provider }));
  return {
    closed: (provider) => models.keyState(provider) === 'needed',
    open: (provider, signal) => waiting(provider, signal, () => models.whenReady(provider, signal)),
  };
}
