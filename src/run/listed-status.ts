import type { RunStatus } from './run-state';

/** Every status of a run in a list. */
export const listedStatuses = [
  'running',
  'waiting',
  'moving',
  'interrupted',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly (RunStatus | 'moving' | 'interrupted')[];

/** The status of a run in a list: the recorded one, `moving` or `interrupted`. */
export type ListedStatus = (typeof listedStatuses)[number];

/** Who runs a run: a process or tab does; one of several machines will by itself; nobody. */
export type HeldBy = 'somebody' | 'soon' | 'nobody';

/**
 * A run that is recorded as running while no process or tab holds it is interrupted: whoever ran it has died, or gave
 * it up. It can be resumed or removed. It is moving while another machine is about to take it, for which nothing is to
 * be done.
 */
export function computeListedStatus(status: RunStatus, holder: HeldBy): ListedStatus {
  if (status !== 'running' || holder === 'somebody') return status;
  return holder === 'soon' ? 'moving' : 'interrupted';
}
