import type { RunStatus } from './run-state';

/** The statuses of a run that has not ended. */
export const unfinishedStatuses = ['running', 'waiting'] as const satisfies readonly RunStatus[];

/** Whether a run of this status has not ended: it runs, or waits for something. Every other status is final. */
export function isUnfinished(status: RunStatus): status is (typeof unfinishedStatuses)[number] {
  return status === 'running' || status === 'waiting';
}
