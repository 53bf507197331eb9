import type { ListedStatus } from '../listed-status';
import type { RunUpdate } from '../runner';

/**
 * What a run shows of itself wherever there is room for a sign only: the tab of its workflow, the tab of the runs, the
 * title of the window. `asks`: it waits for a person. `stale`: it is done, but the workflow was changed since.
 */
export type RunMark = 'none' | 'asks' | 'failed' | 'running' | 'stale' | 'done';

/** What decides the mark of a run. */
interface MarkFacts {
  readonly status: ListedStatus;
  readonly asks: boolean;
  readonly hasFailed: boolean;
  readonly isStale: boolean;
}

/** The mark of a run. What a person has to look at first wins: asks, failed, running, out of date, done. */
export function findRunMark({ status, asks, hasFailed, isStale }: MarkFacts): RunMark {
  if (asks || status === 'waiting' || status === 'interrupted') return 'asks';
  if (status === 'failed' || hasFailed) return 'failed';
  if (status === 'running' || status === 'moving') return 'running';
  if (status === 'cancelled') return 'none';
  return isStale ? 'stale' : 'done';
}

/** The mark of a run of which only its row in a list is known. */
export function findMarkOfListed(status: ListedStatus): RunMark {
  return findRunMark({ status, asks: false, hasFailed: false, isStale: false });
}

/** The mark of a workflow after news of a run of it; undefined: as before. */
export function findMarkAfter({ events, failure }: Pick<RunUpdate, 'events' | 'failure'>): RunMark | undefined {
  if (failure) return 'asks';
  const last = events.findLast(({ kind }) => kind.startsWith('run.') || kind.startsWith('input.'));
  switch (last?.kind) {
    case undefined:
      return events.length > 0 ? 'running' : undefined;
    case 'run.paused':
    case 'input.requested':
      return 'asks';
    case 'run.failed':
      return 'failed';
    case 'run.completed':
      return 'done';
    case 'run.cancelled':
      return 'none';
    default:
      return 'running';
  }
}
