import type { EventLog } from '../log/event-log';
import { createWaitTeller } from './wait-teller';

/** Waits until a person has signed in at a server; the host is informed. Rejects with `CANCELLED` on abort. */
export type SignInGate = ReturnType<typeof createSignInGate>;

/** Makes a gate that records in the log at which server a person has to sign in. */
export function createSignInGate(log: EventLog) {
  return createWaitTeller(log, (server) => ({ reason: 'sign_in', server }));
}
