import { isUnfinished } from '@/run/is-unfinished';
import { msOfTime } from '@/run/iso-time';
import type { CleanupRule, Execution } from '@/run/runner';

/** What the rule looks at of a run. */
type Kept = Pick<Execution, 'id' | 'workflowId' | 'status' | 'startedAt' | 'endedAt'>;

const day = 86_400_000;

/**
 * The runs that a rule lets go, in the order in which they are given: those that ended longer ago than `keepDays` and
 * are none of the `keepLast` of their workflow that were started last. A run that has not ended counts among those, and
 * never goes. One that another is forked from may go: the other has all that it took.
 */
export function runsToClean<T extends Kept>(runs: readonly T[], { keepDays, keepLast }: CleanupRule, now: number): T[] {
  const newest = newestOf(runs, keepLast);
  return runs.filter(
    (run) =>
      !isUnfinished(run.status) && !newest.has(run.id) && msOfTime(run.endedAt ?? run.startedAt) < now - keepDays * day,
  );
}

/** Ids of the last so many runs of each workflow; of those started at once the greater id is the newer. */
function newestOf(runs: readonly Kept[], count: number): ReadonlySet<string> {
  const workflows = new Map<string, Kept[]>();
  for (const run of runs) {
    const own = workflows.get(run.workflowId);
    if (own === undefined) workflows.set(run.workflowId, [run]);
    else own.push(run);
  }
  return new Set(
    [...workflows.values()].flatMap((own) =>
      own
        .sort(newerFirst)
        .slice(0, count)
        .map(({ id }) => id),
    ),
  );
}

function newerFirst(a: Kept, b: Kept): number {
  const [first, second] = [msOfTime(a.startedAt), msOfTime(b.startedAt)];
  return second - first || (a.id < b.id ? 1 : -1);
}
