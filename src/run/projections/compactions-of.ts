import type { CompactionRecord } from '../context-state';
import { parentOfPath, taskPlaceOf } from '../path';
import type { CallRecord, RunState } from '../run-state';

/**
 * The compactions that a call was told the outcome of, the newest first: those of its own conversation, and those of the history where it was
 * sent one (`withHistory`).
 */
export function compactionsOf(
  { context }: Pick<RunState, 'context'>,
  call: CallRecord,
  withHistory: boolean,
): readonly CompactionRecord[] {
  const conversation = parentOfPath(call.path) ?? call.path;
  const own = (context.compactions.get(taskPlaceOf(call.path)) ?? []).filter(
    ({ of, path }) => of === 'conversation' && path.startsWith(`${conversation}/`),
  );
  const history = withHistory ? (context.compactions.get('') ?? []) : [];
  return [...own, ...history.filter(({ of }) => of === 'history')]
    .filter(({ at }) => at <= call.startedAt)
    .sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
}
