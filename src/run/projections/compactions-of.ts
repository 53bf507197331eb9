import type { CompactionRecord } from '../context-state';
import { type JournalPath, nearestTaskPath, parentOfPath, taskPathOf } from '../journal-path';
import type { CallRecord, RunState } from '../run-state';

/** What of a call was compacted. */
export interface CompactionsOfCall {
  /** Of its own conversation the newest, in which those before it are. */
  readonly conversation: CompactionRecord | undefined;
  /** Of each task in its history the newest, in the order in which they were made. */
  readonly history: readonly CompactionRecord[];
}

interface SentHistory {
  /** Places of the tasks in it. */
  readonly from: readonly string[];
  readonly text: string;
}

/** The compactions that a call was told the outcome of. `history`: what it was told of the history, if it was. */
export function compactionsOf(
  { context }: Pick<RunState, 'context'>,
  call: CallRecord,
  history: SentHistory | undefined,
): CompactionsOfCall {
  const before = (list: readonly CompactionRecord[] = []) => list.filter(({ at }) => at <= call.startedAt);
  const own = `${parentOfPath(call.path) ?? call.path}/`;
  return {
    conversation: before(context.compactions.get(nearestTaskPath(call.path))).findLast(
      ({ of, path }) => of === 'conversation' && path.startsWith(own),
    ),
    history: history === undefined ? [] : shownIn(before(context.compactions.get('')), history),
  };
}

/**
 * Those of which the outcome is in the history: of other calls it may have been another one, or the messages as
 * they were.
 */
function shownIn(records: readonly CompactionRecord[], { from, text }: SentHistory): readonly CompactionRecord[] {
  const newest = new Map<JournalPath, CompactionRecord>();
  for (const record of records) {
    const stands = record.of === 'history' && text.includes(record.after.text.slice(0, tellingStart));
    if (!stands || !record.tasks.some((task) => from.includes(taskPathOf(task)))) continue;
    const key = record.tasks.join(' ');
    newest.delete(key);
    newest.set(key, record);
  }
  return [...newest.values()];
}

/** Characters by which an outcome is known again, though its end may have been cut to fit. */
const tellingStart = 100;
