import { assemblePrompt } from '@/plan/assemble-prompt';
import { buildAttachmentParts } from '@/plan/attachments/attachment-parts';
import type { Prompt, PromptPart } from '@/plan/message';
import type { PlannedAtomic } from '@/plan/plan';
import type { Environment } from '@/workflow/expressions/environment';
import { attachFiles } from '../attachments/attach-files';
import type { Attempt, Evaluate, TokenRoom } from '../attempt';
import { addReferencedParts } from '../capture/with-wholes';
import { buildHistoryParts } from '../compaction/history-parts';
import { selectOwnMessages } from '../compaction/task-range';
import { matchTask } from '../context/match-task';
import { computeRoomBeside } from '../context/room-beside';
import { holdConversation } from '../handler/conversation';
import { findAnsweringModel, passOver } from '../handler/fallback';
import { openWindow } from '../handler/open-window';
import { wrapInHeading } from '../matching/match-input';
import { createMissingInputError } from '../outcome';

/**
 * Holds one conversation with a model. The outputs of other tasks fill at most what its own prompt leaves of the
 * window.
 */
export const evaluateAtomic: Evaluate<'atomic'> = async (task, attempt) => {
  await attempt.begin();
  const window = await openWindow(task, findAnsweringModel(task, attempt), attempt);
  const environment = await addReferencedParts(attempt.environment, listPromptTexts(task), attempt.run);
  const files = await attempt.once('attachments', () => attachFiles(task, attempt));
  passOver(
    task,
    files.map(({ file }) => file),
    attempt,
  );
  const attached = buildAttachmentParts(files);
  const promptWith = (given: readonly PromptPart[]) => buildTaskPrompt({ given, attached }, task, attempt, environment);
  const room = window.roomBeside(promptWith([]));
  const { progress } = attempt.frame;
  const others =
    task.context.mode === 'none'
      ? []
      : await attempt.once('context', () => buildContextParts(task, attempt, computeRoomBeside(progress, room)));
  const context = [...progress, ...others];
  const left = window.roomBeside(promptWith(context));
  const history = await attempt.once('history', () => buildHistoryParts(task, attempt, left));
  const prompt = promptWith([...context, ...history]);
  const outcome = await holdConversation(task, prompt, window, attempt);
  const { transcript } = outcome;
  return transcript === undefined ? outcome : { ...outcome, transcript: selectOwnMessages(transcript, prompt.parts) };
};

function listPromptTexts({ prompt, expectedOutput = '', system, instructions }: PlannedAtomic): readonly string[] {
  return [prompt, expectedOutput, ...[...system, ...instructions].map(({ value }) => value)];
}

function buildTaskPrompt(
  { given: context, attached }: { readonly given: readonly PromptPart[]; readonly attached: readonly PromptPart[] },
  task: PlannedAtomic,
  { frame }: Attempt,
  environment: Environment,
): Prompt {
  const prompt = assemblePrompt(task, environment, { context, givenNames: frame.givenNames, attached });
  if (!prompt.ok) throw createMissingInputError(prompt.error);
  return prompt.value;
}

/**
 * What other tasks and the memory give the task. It gets nothing of others if it starts with a clear memory, and its
 * own matches if it rebuilds them.
 */
async function buildContextParts(
  task: PlannedAtomic,
  attempt: Attempt,
  room: TokenRoom | undefined,
): Promise<readonly PromptPart[]> {
  const given = task.clearMemory ? [] : await attempt.frame.context(task, attempt, room);
  if (!task.rebuildMemory) return given;
  const { files } = await matchTask(task, attempt);
  return files === '' ? given : [...given, { kind: 'matched', text: wrapInHeading('files', files), from: [] }];
}
