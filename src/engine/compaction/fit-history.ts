import type { RunContext, TokenRoom } from '../attempt';
import { buildHistoryText, buildLastMessagesText, type RangeText } from './history-text';
import { findDecisionLines, findErrorLines } from './kept-lines';
import type { RunHistories } from './run-histories';
import { readRangeMessages, type TaskRange } from './task-range';
import { formatTaskTitle } from './templates';

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
  const sizes = kept.map(({ rangeText }) => count(buildHistoryText([rangeText], 0)));
  let sum = sizes.reduce((all, size) => all + size, 0);
  const checkFits = () => sum <= tokens && count(joinHistoryText(kept, ranges.length - kept.length)) <= tokens;
  const replaceRange = (index: number, historyRange: HistoryRange) => {
    const size = count(buildHistoryText([historyRange.rangeText], 0));
    sum += size - (sizes[index] ?? 0);
    sizes[index] = size;
    kept[index] = historyRange;
  };

  for (let index = 0; histories.compacts && index < kept.length && !checkFits(); index++) {
    const { range, rangeText } = kept[index] as HistoryRange;
    if (rangeText.isShort) continue;
    replaceRange(index, {
      range,
      rangeText: { ...rangeText, text: await histories.short(range, 'window'), isShort: true },
    });
  }
  for (let index = 0; index < kept.length && !checkFits(); index++) {
    const { range, rangeText } = kept[index] as HistoryRange;
    if (rangeText.isShort)
      replaceRange(index, { range, rangeText: { ...rangeText, text: formatRangeOutcome(range, rangeText.text) } });
  }
  while (kept.length > 1 && !checkFits()) {
    kept.shift();
    sum -= sizes.shift() ?? 0;
  }
  const [last] = kept;
  if (last === undefined || checkFits()) return { kept, leftOut: ranges.length - kept.length };
  const leftOut = ranges.length - 1;
  const withText = (text: string) => ({ range: last.range, rangeText: { ...last.rangeText, text } });
  const text = last.rangeText.isShort
    ? undefined
    : buildLastMessagesText(
        await readRangeMessages(last.range, run.journal),
        (part) => count(joinHistoryText([withText(part)], leftOut)) <= tokens,
      );
  if (text !== undefined) return { kept: [withText(text)], leftOut };
  const none: Fitted = { kept: [], leftOut: ranges.length };
  // There is no room even for the line that says so.
  return count(joinHistoryText([], ranges.length)) <= tokens ? none : { kept: [], leftOut: 0 };
}

function joinHistoryText(kept: readonly HistoryRange[], leftOut: number): string {
  return buildHistoryText(
    kept.map(({ rangeText }) => rangeText),
    leftOut,
  );
}

/** The preserved lines of a digest. */
function formatRangeOutcome({ name, error }: TaskRange, text: string): string {
  return [formatTaskTitle(name, error !== undefined), ...findErrorLines(text), ...findDecisionLines(text)].join('\n');
}
