import type { RunEvent } from '@/run/events';
import { appendStep, type JournalPath, parsePathSteps } from '@/run/journal-path';
import { FailedTasks } from '../log/failed-tasks';

/** The kinds of events that {@link LostCalls} reads. */
export const losingKinds = ['task.failed', 'task.completed', 'task.skipped', 'task.retrying', 'vote.decided'] as const;

/** Why an attempt at a vote ended without a winner; see `cast-votes.ts`. */
const unfinishedVotes: readonly unknown[] = ['no_consensus', 'too_many_red_flags'];

/** The calls of a run that answer no other run, although they were answered: those of failed tasks, and red flags. */
export class LostCalls {
  readonly #failures = new FailedTasks();
  readonly #paths = new Set<JournalPath>();

  /** Takes an event of the log. Resolves to the paths below which calls are lost by it. */
  take(event: RunEvent): readonly JournalPath[] {
    const lost = listFlaggedPaths(event);
    for (const path of lost) this.#paths.add(path);
    if (event.kind !== 'task.failed' && event.kind !== 'task.completed' && event.kind !== 'task.skipped') return lost;
    this.#failures.take(event);
    return this.#failures.lostFrom(event.path) === undefined ? lost : [...lost, event.path];
  }

  has(path: JournalPath): boolean {
    if (this.#failures.lostFrom(path) !== undefined) return true;
    if (this.#paths.size === 0) return false;
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (this.#paths.has(path.slice(0, end))) return true;
    return false;
  }
}

/** The paths of the samples that a vote flagged; of all that a vote took that came to no end. */
function listFlaggedPaths(event: RunEvent): readonly JournalPath[] {
  if (event.kind === 'task.retrying') {
    const isVote = unfinishedVotes.includes(event.error?.details?.['reason']);
    return isVote ? [appendStep(event.path, 'attempt', event.data.attempt - 1)] : [];
  }
  if (event.kind !== 'vote.decided' || event.data.flags === 0) return [];
  // The samples of a pipeline's step have no events of their own.
  if (parsePathSteps(event.path).at(-1)?.kind === 'step') return [];
  // A log that does not say which ones were flagged is of before Heddle recorded it: then all are left out.
  const all = Array.from({ length: event.data.samples }, (_, index) => index + 1);
  return (event.data.flagged ?? all).map((n) => appendStep(event.path, 'sample', n));
}
