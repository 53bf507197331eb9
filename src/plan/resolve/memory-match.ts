import { collectReads } from '@/workflow/graph/reads';
import type { TaskRecord } from '@/workflow/task-record';
import { type Task, taskTraits } from '@/workflow/tasks';
import { getStepId } from '@/workflow/tasks/parts';
import type { Surroundings } from './surroundings';

/**
 * Whether a memory match gives a task files: through its context, or through the result of a match that it names or
 * depends on.
 */
export function hasMatch(task: Task, { settings, isMatched, matches }: Surroundings): boolean {
  if (Object.keys(settings.memory?.index ?? {}).length === 0) return false;
  if ([...collectReads(task), ...(task.dependsOn ?? [])].some((name) => matches?.has(name))) return true;
  const mode = task.injectContext === false ? 'none' : (task.context?.mode ?? settings.context?.mode);
  if (mode === 'none') return false;
  return task.rebuildMemory === true || (isMatched === true && task.clearMemory !== true);
}

/**
 * Whether the tasks that a task runs have their prompts matched against the memory. If they get the context of the task
 * itself, this context has the matches.
 */
export function isMatchingParts({ type, contextManagement }: Task, isMatched: boolean | undefined): boolean {
  const { partsGet } = taskTraits[type];
  const inherits = partsGet === 'what_it_gets' || contextManagement?.inheritContext === 'full';
  return inherits ? isMatched === true : partsGet === 'what_it_says';
}

/** The names that sibling tasks bind to results of a memory match, and those of the surroundings. */
export function collectMatchNames(tasks: TaskRecord, { matches }: Surroundings): ReadonlySet<string> {
  const own = Object.entries(tasks).flatMap(([id, { type, returns = {} }]) =>
    type === 'associative_memory' ? [id, ...Object.keys(returns)] : [],
  );
  return own.length === 0 && matches !== undefined ? matches : new Set([...(matches ?? []), ...own]);
}

/** The same for steps. */
export function collectStepMatchNames(steps: readonly Task[], surroundings: Surroundings): ReadonlySet<string> {
  return collectMatchNames(
    Object.fromEntries(steps.map((step, index) => [getStepId(step, index), step])),
    surroundings,
  );
}
