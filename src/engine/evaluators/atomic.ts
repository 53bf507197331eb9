import { assemblePrompt } from '@/plan/assemble-prompt';
import type { Prompt, PromptPart } from '@/plan/message';
import type { PlannedAtomic } from '@/plan/plan';
import type { Attempt, Evaluate, TokenRoom } from '../attempt';
import { historyParts } from '../compaction/history-parts';
import { ownMessages } from '../compaction/task-range';
import { matchTask } from '../context/match-task';
import { converse } from '../handler/conversation';
import { openWindow } from '../handler/open-window';
import { headed } from '../matching/match-input';
import { missingInput } from '../outcome';

/** One conversation with a model. What it is told of others fits into what its own prompt leaves of the window. */
export const evaluateAtomic: Evaluate<'atomic'> = async (task, attempt) => {
  await attempt.begin();
  const window = await openWindow(task, attempt);
  const room = window.roomBeside(promptWith([], task, attempt));
  const context =
    task.context.mode === 'none' ? [] : await attempt.once('context', () => contextOf(task, attempt, room));
  const left = window.roomBeside(promptWith(context, task, attempt));
  const history = await attempt.once('history', () => historyParts(task, attempt, left));
  const prompt = promptWith([...context, ...history], task, attempt);
  const outcome = await converse(task, prompt, window, attempt);
  const { transcript } = outcome;
  return transcript === undefined ? outcome : { ...outcome, transcript: ownMessages(transcript, prompt.parts) };
};

function promptWith(context: readonly PromptPart[], task: PlannedAtomic, attempt: Attempt): Prompt {
  const prompt = assemblePrompt(task, attempt.environment, { context, told: attempt.frame.told });
  if (!prompt.ok) throw missingInput(prompt.error);
  return prompt.value;
}

/** What others and the memory give the task: nothing if it starts with a clear memory, and what it matches itself if it is to. */
async function contextOf(
  task: PlannedAtomic,
  attempt: Attempt,
  room: TokenRoom | undefined,
): Promise<readonly PromptPart[]> {
  const given = task.clearMemory ? [] : await attempt.frame.context(task, attempt, room);
  if (!task.rebuildMemory) return given;
  const { files } = await matchTask(task, attempt);
  return files === '' ? given : [...given, { kind: 'matched', text: headed('files', files), from: [] }];
}
