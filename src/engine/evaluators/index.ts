import type { TaskType } from '@/workflow/tasks';
import type { Evaluate } from '../attempt';
import { evaluateAsk } from './ask';
import { evaluateAssociativeMemory } from './associative-memory';
import { evaluateAtomic } from './atomic';
import { evaluateCall } from './call';
import { evaluateCond } from './cond';
import { evaluateDirectorEvaluator } from './director-evaluator';
import { evaluateGroup } from './group';
import { evaluateMap } from './map';
import { evaluatePipeline } from './pipeline';
import { evaluateReduce } from './reduce';
import { evaluateReparse } from './reparse';
import { evaluateScript } from './script';
import { evaluateSequential } from './sequential';
import { evaluateTool } from './tool';

/** How each type of task is evaluated. */
export const evaluators: { readonly [K in TaskType]: Evaluate<K> } = {
  atomic: evaluateAtomic,
  script: evaluateScript,
  sequential: evaluateSequential,
  map: evaluateMap,
  reduce: evaluateReduce,
  cond: evaluateCond,
  group: evaluateGroup,
  director_evaluator: evaluateDirectorEvaluator,
  pipeline: evaluatePipeline,
  call: evaluateCall,
  reparse: evaluateReparse,
  associative_memory: evaluateAssociativeMemory,
  tool: evaluateTool,
  ask: evaluateAsk,
};
