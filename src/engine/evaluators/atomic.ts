import { assemblePrompt } from '@/plan/assemble-prompt';
import type { PromptPart } from '@/plan/message';
import type { PlannedAtomic } from '@/plan/plan';
import type { Attempt, Evaluate } from '../attempt';
import { matchTask } from '../context/match-task';
import { converse } from '../handler/conversation';
import { headed } from '../matching/match-input';
import { missingInput } from '../outcome';

/** One conversation with a model. */
export const evaluateAtomic: Evaluate<'atomic'> = async (task, attempt) => {
  await attempt.begin();
  const { frame } = attempt;
  const context = task.injectContext ? await contextOf(task, attempt) : [];
  const prompt = assemblePrompt(task, attempt.environment, { context, told: frame.told });
  if (!prompt.ok) throw missingInput(prompt.error);
  return converse(task, prompt.value, attempt);
};

/** What others and the memory give the task: nothing if it starts with a clear memory, and what it matches itself if it is to. */
async function contextOf(task: PlannedAtomic, attempt: Attempt): Promise<readonly PromptPart[]> {
  const given = task.clearMemory ? [] : await attempt.frame.context(task, attempt);
  if (!task.rebuildMemory) return given;
  const { files } = await matchTask(task, attempt);
  return files === '' ? given : [...given, { kind: 'matched', text: headed('files', files), from: [] }];
}
