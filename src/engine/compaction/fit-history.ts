import type { RunContext, TokenRoom } from '../attempt';
import { historyText, lastMessagesText, type RangeText } from './history-text';
import { decisionsIn, errorsIn } from './kept-lines';
import type { RunHistories } from './run-histories';
import { messagesOf, type TaskRange } from './task-range';
import { taskTitle } from './templates';

/** What a task left, and its text in the history. */
export interface HistoryRange {
  readonly range: TaskRange;
  readonly rangeText: RangeText;
}

/** The ranges that fit, and how many tasks before them do not. */
interface Fitted {
  readonly kept: readonly HistoryRange[];
  readonly leftOut: number;
}

/**
 * Fits as much of a history as possible into a room. With compaction, the oldest messages are compacted first; then
 * digests are cut down to the outcome, decisions and errors. Next, the oldest tasks are left out. If the messages of
 * the last task alone are too many, the latest of them are kept.
 */
export async function fitHistory(
  ranges: readonly HistoryRange[],
  { tokens, count }: TokenRoom,
  histories: RunHistories,
  run: RunContext,
): Promise<Fitted> {
  const kept = [...ranges];
  const sizes = kept.map(({ rangeText }) => count(historyText([rangeText], 0)));
  let sum = sizes.reduce((all, size) => all + size, 0);
  const fits = () => sum <= tokens && count(textOf(kept, ranges.length - kept.length)) <= tokens;
  const replace = (index: number, historyRange: HistoryRange) => {
    const size = count(historyText([historyRange.rangeText], 0));
    sum += size - (sizes[index] ?? 0);
    sizes[index] = size;
    kept[index] = historyRange;
  };

  for (let index = 0; histories.compacts && index < kept.length && !fits(); index++) {
    const { range, rangeText } = kept[index] as HistoryRange;
    if (rangeText.isShort) continue;
    replace(index, { range, rangeText: { ...rangeText, text: await histories.short(range, 'window'), isShort: true } });
  }
  for (let index = 0; index < kept.length && !fits(); index++) {
    const { range, rangeText } = kept[index] as HistoryRange;
    if (rangeText.isShort)
      replace(index, { range, rangeText: { ...rangeText, text: outcomeOf(range, rangeText.text) } });
  }
  while (kept.length > 1 && !fits()) {
    kept.shift();
    sum -= sizes.shift() ?? 0;
  }
  const [last] = kept;
  if (last === undefined || fits()) return { kept, leftOut: ranges.length - kept.length };
  const leftOut = ranges.length - 1;
  const withText = (text: string) => ({ range: last.range, rangeText: { ...last.rangeText, text } });
  const text = last.rangeText.isShort
    ? undefined
    : lastMessagesText(
        await messagesOf(last.range, run.journal),
        (part) => count(textOf([withText(part)], leftOut)) <= tokens,
      );
  if (text !== undefined) return { kept: [withText(text)], leftOut };
  const none: Fitted = { kept: [], leftOut: ranges.length };
  // There is no room even for the line that says so.
  return count(textOf([], ranges.length)) <= tokens ? none : { kept: [], leftOut: 0 };
}

function textOf(kept: readonly HistoryRange[], leftOut: number): string {
  return historyText(
    kept.map(({ rangeText }) => rangeText),
    leftOut,
  );
}

/** The preserved lines of a digest. */
function outcomeOf({ name, error }: TaskRange, text: string): string {
  return [taskTitle(name, error !== undefined), ...errorsIn(text), ...decisionsIn(text)].join('\n');
}
