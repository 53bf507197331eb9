import type { ContextRecord } from '../context-state';
import { type JournalPath, nearestTaskPath, parentOfPath, stepsOf } from '../journal-path';
import type { CallRecord, RunState } from '../run-state';

/** What the attempt that a call belongs to was told of earlier outputs; undefined: nothing was recorded. */
export function planOf({ context }: Pick<RunState, 'context'>, { path }: CallRecord): ContextRecord | undefined {
  const plans = context.plans.get(nearestTaskPath(path)) ?? [];
  return plans.findLast((record) => path.startsWith(`${plannedFor(record.path)}/`));
}

/** The attempt that a plan was made for: it is recorded at the attempt, or a step below it. */
function plannedFor(path: JournalPath): JournalPath {
  return stepsOf(path).at(-1)?.kind === 'context' ? (parentOfPath(path) ?? path) : path;
}
