import { isUnfinished } from '@/run/is-unfinished';
import { parseIsoTime } from '@/run/iso-time';
import type { CleanupRule, Execution } from '@/run/runner';

/** What the rule needs to know of a run. */
type Kept = Pick<Execution, 'id' | 'workflowId' | 'status' | 'startedAt' | 'endedAt' | 'annotations'>;

const day = 86_400_000;

/**
 * The runs that a rule removes, in the order given: those that ended more than `keepDays` ago and are not among the
 * `keepLast` most recently started of their workflow. A run that has not ended counts among these, and is never
 * removed, unless `isOver` says that it is over: then its age counts from its start. A run that another one was forked
 * from may be removed: the fork has all it reused. A run with a star stays.
 */
export function selectRunsToClean<T extends Kept>(
  runs: readonly T[],
  { keepDays, keepLast }: CleanupRule,
  now: number,
  isOver: (run: T) => boolean = ({ status }) => !isUnfinished(status),
): T[] {
  const newest = listNewest(runs, keepLast);
  return runs.filter(
    (run) =>
      isOver(run) &&
      run.annotations?.starred !== true &&
      !newest.has(run.id) &&
      parseIsoTime(run.endedAt ?? run.startedAt) < now - keepDays * day,
  );
}

/**
 * Ids of the `count` most recent runs of each workflow; of runs started at the same time, the one with the greater id
 * is newer.
 */
function listNewest(runs: readonly Kept[], count: number): ReadonlySet<string> {
  const workflows = new Map<string, Kept[]>();
  for (const run of runs) {
    const own = workflows.get(run.workflowId);
    if (own === undefined) workflows.set(run.workflowId, [run]);
    else own.push(run);
  }
  return new Set(
    [...workflows.values()].flatMap((own) =>
      own
        .sort(compareNewerFirst)
        .slice(0, count)
        .map(({ id }) => id),
    ),
  );
}

function compareNewerFirst(a: Kept, b: Kept): number {
  const [first, second] = [parseIsoTime(a.startedAt), parseIsoTime(b.startedAt)];
  return second - first || (a.id < b.id ? 1 : -1);
}
