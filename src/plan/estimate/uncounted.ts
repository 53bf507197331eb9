import { taskTraits } from '@/workflow/tasks';
import type { Plan, PlannedTask } from '../plan';
import { resolveMatcher } from '../resolve/resolve-matcher';
import { describeUnpricedTools } from './foreseen-maker-tools';
import { describeUncountedTools } from './foreseen-tools';

/** Tools by which a model starts tasks. */
const starting: ReadonlySet<string | undefined> = new Set(['spawn_task', 'run_pipeline']);

/** What the figures of a task leave out, in words: what is known only in the run, or if it fails. */
export function describeUncountedInTask(task: PlannedTask, plan: Plan): readonly string[] {
  const tools = task.type === 'atomic' ? task.tools : [];
  const cases: readonly (readonly [boolean, string])[] = [
    [task.reparse !== undefined, 'nothing for the tasks that replace it if it fails'],
    [tools.some(({ tool }) => starting.has(tool.builtin)), 'nothing for the tasks that its model starts'],
    [task.type === 'director_evaluator' && isJudgedByLibrary(task), 'nothing for the evaluator that is found for it'],
    [task.limits.truncationStrategy === 'summary', 'nothing for a summary if its output is too long'],
    [isMatchedByModel(task, plan), 'nothing for the model that matches the memory to its parts'],
  ];
  const words = cases.flatMap(([applies, text]) => (applies ? [text] : []));
  return [
    ...words,
    ...[describeUncountedTools(task), describeUnpricedTools(task)].filter((text) => text !== undefined),
  ];
}

/** What the figures of a plan leave out, in words. */
export function describeUncountedInPlan({ compaction }: Plan): readonly string[] {
  const again = 'what is asked again after an error of the provider, or after an empty or cut-off reply';
  return compaction?.agent === undefined ? [again] : [again, 'the summaries of the agent that compacts'];
}

function isJudgedByLibrary({ mode, evaluator }: Extract<PlannedTask, { type: 'director_evaluator' }>): boolean {
  return mode === 'dynamic' && evaluator === undefined;
}

/** Whether a model matches the prompts of a task's parts with the memory. */
function isMatchedByModel(task: PlannedTask, { memoryIndex, settings, providers, variables }: Plan): boolean {
  const { inheritContext = 'none' } = task.contextManagement ?? {};
  const rulesParts = taskTraits[task.type].partsGet === 'what_it_says';
  const hasSomething = Object.keys(memoryIndex).length > 0 || inheritContext === 'subset';
  if (!rulesParts || !hasSomething || inheritContext === 'full') return false;
  return resolveMatcher({}, { settings, known: providers, variables }) !== undefined;
}
