import type { RunContext, TokenRoom } from '../attempt';
import { historyText, lastMessagesText, type ToldRange } from './history-text';
import { decisionsIn, errorsIn } from './kept-lines';
import type { RunHistories } from './run-histories';
import { messagesOf, type TaskRange } from './task-range';
import { taskTitle } from './templates';

/** What a task left, and how it is told. */
export interface HistoryRange {
  readonly range: TaskRange;
  readonly told: ToldRange;
}

/** What fits, and how many tasks before it do not. */
interface Fitted {
  readonly kept: readonly HistoryRange[];
  readonly leftOut: number;
}

/**
 * As much of a history as there is room for: where compaction is on, the oldest messages are compacted first, then what
 * stands for them is cut down to the outcome with its decisions and errors; then the oldest tasks are left out. Of the
 * last one, if its messages alone are too many, the latest are told.
 */
export async function fitHistory(
  ranges: readonly HistoryRange[],
  { tokens, count }: TokenRoom,
  histories: RunHistories,
  run: RunContext,
): Promise<Fitted> {
  const kept = [...ranges];
  const sizes = kept.map(({ told }) => count(historyText([told], 0)));
  let sum = sizes.reduce((all, size) => all + size, 0);
  const fits = () => sum <= tokens && count(textOf(kept, ranges.length - kept.length)) <= tokens;
  const replace = (index: number, one: HistoryRange) => {
    const size = count(historyText([one.told], 0));
    sum += size - (sizes[index] ?? 0);
    sizes[index] = size;
    kept[index] = one;
  };

  for (let index = 0; histories.compacts && index < kept.length && !fits(); index++) {
    const { range, told } = kept[index] as HistoryRange;
    if (told.isShort) continue;
    replace(index, { range, told: { ...told, text: await histories.short(range, 'window'), isShort: true } });
  }
  for (let index = 0; index < kept.length && !fits(); index++) {
    const { range, told } = kept[index] as HistoryRange;
    if (told.isShort) replace(index, { range, told: { ...told, text: outcomeOf(range, told.text) } });
  }
  while (kept.length > 1 && !fits()) {
    kept.shift();
    sum -= sizes.shift() ?? 0;
  }
  const [last] = kept;
  if (last === undefined || fits()) return { kept, leftOut: ranges.length - kept.length };
  const leftOut = ranges.length - 1;
  const told = (text: string) => ({ range: last.range, told: { ...last.told, text } });
  const text = last.told.isShort
    ? undefined
    : lastMessagesText(
        await messagesOf(last.range, run.journal),
        (part) => count(textOf([told(part)], leftOut)) <= tokens,
      );
  if (text !== undefined) return { kept: [told(text)], leftOut };
  const none: Fitted = { kept: [], leftOut: ranges.length };
  // There is not even room to say so.
  return count(textOf([], ranges.length)) <= tokens ? none : { kept: [], leftOut: 0 };
}

function textOf(kept: readonly HistoryRange[], leftOut: number): string {
  return historyText(
    kept.map(({ told }) => told),
    leftOut,
  );
}

/** What was to be preserved of a text that stands for messages. */
function outcomeOf({ name, error }: TaskRange, text: string): string {
  return [taskTitle(name, error !== undefined), ...errorsIn(text), ...decisionsIn(text)].join('\n');
}
