import type { RunStatus } from './run-state';

/** The statuses of a run that can continue. */
export const unfinishedStatuses = ['running', 'waiting'] as const satisfies readonly RunStatus[];

/** Whether a run of this status can continue: it runs, or waits for something. Every other status is an end. */
export function isUnfinished(status: RunStatus): status is (typeof unfinishedStatuses)[number] {
  return status === 'running' || status === 'waiting';
}
