import { assemblePrompt } from '@/plan/assemble-prompt';
import type { Evaluate } from '../attempt';
import { converse } from '../handler/conversation';
import { missingInput } from '../outcome';

/** One conversation with a model. */
export const evaluateAtomic: Evaluate<'atomic'> = async (task, attempt) => {
  await attempt.begin();
  const { frame } = attempt;
  const context = task.injectContext && !task.clearMemory ? await frame.context(task, attempt) : [];
  const prompt = assemblePrompt(task, attempt.environment, { context, told: frame.told });
  if (!prompt.ok) throw missingInput(prompt.error);
  return converse(task, prompt.value, attempt);
};
