import type { RunnableType } from '@/workflow/tasks';
import type { Evaluate } from '../attempt';
import { evaluateAssociativeMemory } from './associative-memory';
import { evaluateAtomic } from './atomic';
import { evaluateCond } from './cond';
import { evaluateGroup } from './group';
import { evaluateMap } from './map';
import { evaluateReduce } from './reduce';
import { evaluateScript } from './script';
import { evaluateSequential } from './sequential';

/** How each type of task is evaluated. */
export const evaluators: { readonly [K in RunnableType]: Evaluate<K> } = {
  atomic: evaluateAtomic,
  script: evaluateScript,
  sequential: evaluateSequential,
  map: evaluateMap,
  reduce: evaluateReduce,
  cond: evaluateCond,
  group: evaluateGroup,
  associative_memory: evaluateAssociativeMemory,
};
