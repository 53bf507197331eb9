import type { DocumentPath } from '../diagnostic';
import type { TaskScope } from '../graph/task-scopes';
import type { Task, TaskOf, TaskType } from '../tasks';
import { hasTrait, type TypeWithNeeds } from '../tasks/traits';
import type { Checking } from './checking';

/** A required part that is missing: its field, as a file has it, and what to add. */
type Missing = readonly [field: string, what: string];
type MissingOf<K extends TaskType> = (task: TaskOf<K>) => readonly (Missing | false)[];

/** The missing parts of each type. */
const missingOf: { readonly [K in TypeWithNeeds]: MissingOf<K> } = {
  sequential: ({ steps = [] }) => [steps.length === 0 && ['steps', 'at least one task']],
  map: ({ innerTask }) => [innerTask === undefined && ['inner_task', 'the task that runs for each item']],
  reduce: ({ reductionTask }) => [
    reductionTask === undefined && ['reduction_task', 'the task that joins each result with the accumulator'],
  ],
  cond: ({ cases = [] }) => [
    cases.length === 0 && ['cases', 'at least one {test, task}'],
    ...cases.map(
      ({ task }, index): Missing | false => task === undefined && [`cases[${index}].task`, 'what the case runs'],
    ),
  ],
  director_evaluator: ({ mode, director, evaluator }) => [
    director === undefined && ['director', 'the task that drafts'],
    mode === 'static' &&
      evaluator === undefined && ['evaluator', 'the task that judges; only a dynamic loop can find one'],
  ],
  pipeline: ({ plan }) => [plan === undefined && ['plan', 'a list of steps, {from: task} or {repeat: N, step}']],
  call: ({ ref }) => [ref === undefined && ['ref', 'the name of a definition of the library']],
  associative_memory: ({ query = '' }) => [query.trim() === '' && ['query', 'what to look for']],
  ask: ({ form = {} }) => [Object.keys(form).length === 0 && ['form', 'what the person is asked for: NAME: {type}']],
  tool: ({ tool }) => [tool === undefined && ['tool', 'the name of the tool that it performs']],
  reparse: ({ failedTask }) => [failedTask === undefined && ['failed_task', 'the failure and the prompt to decompose']],
};

/** Reports required parts that a task lacks. */
export function checkParts(checking: Checking, task: Task, { path, label }: TaskScope): void {
  const own = hasTrait(task, 'needsFields') ? (missingOf[task.type] as MissingOf<TypeWithNeeds>)(task) : [];
  for (const missing of [...own, ...listMissingInCommon(task)]) {
    if (missing !== false) reportMissing(checking, path, `“${label}”`, missing);
  }
}

/** Reports a required part that is missing. `who` is the name in the message, quotes included. */
export function reportMissing(checking: Checking, path: DocumentPath, who: string, [field, what]: Missing): void {
  checking.report('HED310', path, `${who} has no ${field}. Add ${field}: ${what}.`);
}

function listMissingInCommon({ loop, bestOf, limits }: Task): readonly (Missing | false)[] {
  const isTested = loop !== undefined && loop.type !== 'repeat';
  return [
    loop?.type === 'repeat' && loop.count === undefined && ['loop.count', 'the number of rounds'],
    isTested && loop.condition === undefined && ['loop.condition', `the expression of ${loop.type}`],
    bestOf !== undefined && bestOf.n === undefined && ['best_of.n', 'the number of tries'],
    bestOf !== undefined && bestOf.evaluator === undefined && ['best_of.evaluator', 'the task that chooses'],
    isWithoutKeep(limits?.cleanupStrategy) && ['limits.cleanup_strategy.keep', keepMeaning],
  ];
}

/** A description of the expression of a custom strategy. */
export const keepMeaning = 'the expression that says whether an output stays';

/** Whether a strategy is custom and has no `keep`. */
export function isWithoutKeep(
  strategy: string | { readonly type: string; readonly keep?: string | undefined } | undefined,
) {
  if (strategy === undefined || typeof strategy === 'string') return strategy === 'custom';
  return strategy.type === 'custom' && strategy.keep === undefined;
}
