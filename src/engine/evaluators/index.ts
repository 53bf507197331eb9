import type { RunnableType } from '@/workflow/tasks';
import type { Evaluate } from '../attempt';
import { evaluateAtomic } from './atomic';
import { evaluateScript } from './script';

/** How each type of task is evaluated. */
export const evaluators: { readonly [K in RunnableType]: Evaluate<K> } = {
  atomic: evaluateAtomic,
  script: evaluateScript,
};
