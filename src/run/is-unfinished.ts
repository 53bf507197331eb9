import type { ListedStatus } from './listed-status';
import type { RunStatus } from './run-state';

/** The statuses of a run that has not ended. */
export const unfinishedStatuses = ['running', 'waiting'] as const satisfies readonly RunStatus[];

/**
 * Whether a run of this status has not ended: it runs, waits, moves to another machine, or was interrupted. Every other
 * status is final.
 */
export function isUnfinished(status: ListedStatus): boolean {
  return status === 'running' || status === 'waiting' || status === 'moving' || status === 'interrupted';
}
