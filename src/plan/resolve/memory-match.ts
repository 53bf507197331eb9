import { readsOf } from '@/workflow/graph/reads';
import type { TaskRecord } from '@/workflow/task-record';
import type { Task, TaskType } from '@/workflow/tasks';
import { stepId } from '@/workflow/tasks/parts';
import type { Surroundings } from './surroundings';

/**
 * Task types that match the prompts of their parts against the memory index, unless they pass on their own whole
 * context.
 */
const matching: ReadonlySet<TaskType> = new Set(['sequential', 'map', 'reduce', 'group', 'director_evaluator']);

/**
 * Whether a memory match gives a task files: through its context, or through the result of a match that it names or
 * depends on.
 */
export function hasMatch(task: Task, { settings, isMatched, matches }: Surroundings): boolean {
  if (Object.keys(settings.memory?.index ?? {}).length === 0) return false;
  if ([...readsOf(task), ...(task.dependsOn ?? [])].some((name) => matches?.has(name))) return true;
  const mode = task.injectContext === false ? 'none' : (task.context?.mode ?? settings.context?.mode);
  if (mode === 'none') return false;
  return task.rebuildMemory === true || (isMatched === true && task.clearMemory !== true);
}

/** Whether the parts in the own fields of a task are matched. */
export function matchesParts({ type, contextManagement }: Task, isMatched: boolean | undefined): boolean {
  const inherits = type === 'cond' || contextManagement?.inheritContext === 'full';
  return inherits ? isMatched === true : matching.has(type);
}

/** The names that sibling tasks bind to results of a memory match, and those of the surroundings. */
export function matchesAmong(tasks: TaskRecord, { matches }: Surroundings): ReadonlySet<string> {
  const own = Object.entries(tasks).flatMap(([id, { type, returns = {} }]) =>
    type === 'associative_memory' ? [id, ...Object.keys(returns)] : [],
  );
  return own.length === 0 && matches !== undefined ? matches : new Set([...(matches ?? []), ...own]);
}

/** The same for steps. */
export function matchesAmongSteps(steps: readonly Task[], surroundings: Surroundings): ReadonlySet<string> {
  return matchesAmong(Object.fromEntries(steps.map((step, index) => [stepId(step, index), step])), surroundings);
}
