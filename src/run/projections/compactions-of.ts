import type { CompactionRecord } from '../context-state';
import { findParentPath, getNearestTaskPath, getTaskPath, type JournalPath } from '../journal-path';
import type { CallRecord, RunState } from '../run-state';

/** The compactions that affect the prompt of a call. */
export interface CompactionsOfCall {
  /** The newest one of the call's own conversation; it includes those before it. */
  readonly conversation: CompactionRecord | undefined;
  /** The newest one of each task in its history, in the order in which they were made. */
  readonly history: readonly CompactionRecord[];
}

interface SentHistory {
  /** Task paths of the tasks in it. */
  readonly from: readonly string[];
  readonly text: string;
}

/** The compactions whose outcome is in the prompt of a call. `history`: the history in that prompt, if it has one. */
export function listCompactions(
  { context }: Pick<RunState, 'context'>,
  call: CallRecord,
  history: SentHistory | undefined,
): CompactionsOfCall {
  const before = (list: readonly CompactionRecord[] = []) => list.filter(({ at }) => at <= call.startedAt);
  const own = `${findParentPath(call.path) ?? call.path}/`;
  return {
    conversation: before(context.compactions.get(getNearestTaskPath(call.path))).findLast(
      ({ of, path }) => of === 'conversation' && path.startsWith(own),
    ),
    history: history === undefined ? [] : selectShown(before(context.compactions.get('')), history),
  };
}

/**
 * The records whose outcome is in the sent history. Other calls may have been sent another outcome, or the original
 * messages.
 */
function selectShown(records: readonly CompactionRecord[], { from, text }: SentHistory): readonly CompactionRecord[] {
  const newest = new Map<JournalPath, CompactionRecord>();
  for (const record of records) {
    const isShown = record.of === 'history' && text.includes(record.after.text.slice(0, tellingStart));
    if (!isShown || !record.tasks.some((task) => from.includes(getTaskPath(task)))) continue;
    const key = record.tasks.join(' ');
    newest.delete(key);
    newest.set(key, record);
  }
  return [...newest.values()];
}

/** Leading characters by which an outcome is recognised, because its end may have been cut to fit. */
const tellingStart = 100;
