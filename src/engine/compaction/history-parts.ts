import { hashValue } from '@/base/hash';
import type { Json } from '@/base/json';
import type { PromptPart } from '@/plan/message';
import type { PlannedAtomic } from '@/plan/plan';
import { appendStep, getTaskPath } from '@/run/journal-path';
import type { Attempt, TokenRoom } from '../attempt';
import { fitHistory, type HistoryRange } from './fit-history';
import { buildHistoryText, buildRangeText } from './history-text';
import type { RunHistories } from './run-histories';
import { readRangeMessages, type TaskRange } from './task-range';

/**
 * The part of the history that an agent is sent (language page, section 7), as parts of kind `history`; nothing with
 * `minimal`. `full`: messages as they are, or their digest if a trigger or a person compacted them. `summary`: digests,
 * except for messages that a person restored. The text is recorded, so a resumed run sends the same.
 */
export async function buildHistoryParts(
  task: PlannedAtomic,
  attempt: Attempt,
  room: TokenRoom | undefined,
): Promise<readonly PromptPart[]> {
  const { histories, journal, plan } = attempt.run;
  if (task.contextTransfer === 'minimal' || histories === undefined) return [];
  const ranges = histories.before(task, attempt.frame.path);
  if (ranges.length === 0) return [];
  const known = ranges.map(({ path, transcript, content }) => [path, (transcript ?? content) as unknown as Json]);
  const step = {
    kind: 'effect.recorded',
    key: appendStep(attempt.root, 'context', 'history'),
    inputHash: hashValue([task.contextTransfer, known as unknown as Json]),
  } as const;
  const { text, data } = await journal.step(step, async () => {
    const build = () => chooseHistory(task, attempt, ranges, histories, room);
    // A compaction agent takes a slot of its own, so this one is released meanwhile.
    return plan.compaction?.agent === undefined ? build() : attempt.aside(build);
  });
  const from = data.value as unknown as readonly string[];
  return text === '' ? [] : [{ kind: 'history', text, from }];
}

async function chooseHistory(
  task: PlannedAtomic,
  { run }: Attempt,
  ranges: readonly TaskRange[],
  histories: RunHistories,
  room: TokenRoom | undefined,
) {
  await histories.prepare(ranges);
  const asHistory = async (range: TaskRange): Promise<HistoryRange> => {
    const { name } = range;
    const isShort =
      histories.isCompacted(range) || (task.contextTransfer === 'summary' && !histories.isRestored(range));
    const text = isShort
      ? await histories.short(range, 'transfer')
      : buildRangeText(range, await readRangeMessages(range, run.journal));
    return { range, rangeText: { name, text, isShort } };
  };
  // A script without output leaves nothing.
  const whole = (await Promise.all(ranges.map(asHistory))).filter(({ rangeText }) => rangeText.text !== '');
  const { kept, leftOut } =
    room === undefined ? { kept: whole, leftOut: 0 } : await fitHistory(whole, room, histories, run);
  const from = [...new Set(kept.map(({ range }) => getTaskPath(range.path)))];
  return {
    text: buildHistoryText(
      kept.map(({ rangeText }) => rangeText),
      leftOut,
    ),
    data: { effect: 'choice', value: from },
  } as const;
}
