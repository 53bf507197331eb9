import type { RunStatus } from './run-state';

/** The status of a run in a list: the recorded one, or `interrupted`. */
export type ListedStatus = RunStatus | 'interrupted';

/**
 * A run that is recorded as running while no process or tab holds it is interrupted: whoever ran it has died. It can be
 * resumed or removed.
 */
export function listedStatus(status: RunStatus, isHeld: boolean): ListedStatus {
  return status === 'running' && !isHeld ? 'interrupted' : status;
}
