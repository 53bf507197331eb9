import type { ContextRecord } from '../context-state';
import { findParentPath, getNearestTaskPath, type JournalPath, parsePathSteps } from '../journal-path';
import type { CallRecord, RunState } from '../run-state';

/** The earlier outputs in the prompt of the attempt that a call belongs to; undefined: nothing was recorded. */
export function findContextPlan(
  { context }: Pick<RunState, 'context'>,
  { path }: CallRecord,
): ContextRecord | undefined {
  const plans = context.plans.get(getNearestTaskPath(path)) ?? [];
  return plans.findLast((record) => path.startsWith(`${getPlannedPath(record.path)}/`));
}

/** The attempt that a plan was made for. The plan is recorded at the attempt, or one step below it. */
function getPlannedPath(path: JournalPath): JournalPath {
  return parsePathSteps(path).at(-1)?.kind === 'context' ? (findParentPath(path) ?? path) : path;
}
