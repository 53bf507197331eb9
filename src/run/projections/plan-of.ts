import type { ContextRecord } from '../context-state';
import { type JournalPath, nearestTaskPath, parentOfPath, stepsOf } from '../journal-path';
import type { CallRecord, RunState } from '../run-state';

/** The earlier outputs in the prompt of the attempt that a call belongs to; undefined: nothing was recorded. */
export function planOf({ context }: Pick<RunState, 'context'>, { path }: CallRecord): ContextRecord | undefined {
  const plans = context.plans.get(nearestTaskPath(path)) ?? [];
  return plans.findLast((record) => path.startsWith(`${plannedFor(record.path)}/`));
}

/** The attempt that a plan was made for. The plan is recorded at the attempt, or one step below it. */
function plannedFor(path: JournalPath): JournalPath {
  return stepsOf(path).at(-1)?.kind === 'context' ? (parentOfPath(path) ?? path) : path;
}
