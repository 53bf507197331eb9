import type { EventLog } from '../log/event-log';
import { createWaitTeller } from './wait-teller';

/** Waits until somebody has signed in at a server, of which the host is told. Rejects with `CANCELLED` on abort. */
export type SignInGate = ReturnType<typeof createSignInGate>;

/** The run says at which server somebody has to sign in. */
export function createSignInGate(log: EventLog) {
  return createWaitTeller(log, (server) => ({ reason: 'sign_in', server }));
}
