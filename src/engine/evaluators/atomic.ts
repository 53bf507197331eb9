import { assemblePrompt } from '@/plan/assemble-prompt';
import type { Evaluate } from '../attempt';
import { converse } from '../handler/conversation';
import { missingInput } from '../outcome';

/** One conversation with a model. */
export const evaluateAtomic: Evaluate<'atomic'> = async (task, attempt) => {
  await attempt.begin();
  const { plan, results } = attempt.run;
  const prompt = assemblePrompt(task, plan, attempt.scope.environment, results.newestFirst(task));
  if (!prompt.ok) throw missingInput(prompt.error);
  return converse(task, prompt.value, attempt);
};
