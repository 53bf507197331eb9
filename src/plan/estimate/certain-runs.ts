import { hasTrait } from '@/workflow/tasks/traits';
import type { Plan, PlannedTask } from '../plan';
import type { Range } from './estimate';
import { followedCalls } from './followed-calls';
import { multiplyRanges, nothing } from './range';

/**
 * Whether a task may end without a result although nothing fails: because of its condition, or because nothing in it is
 * chosen. What depends on it alone is then skipped as well.
 */
export function mayEndSkipped(task: PlannedTask, library: Plan['library'], calls = 0): boolean {
  const may = (part: PlannedTask) => mayEndSkipped(part, library, calls);
  if (task.disabled || task.condition !== undefined || task.triggerRule === 'one_failed') return true;
  if (task.pinned !== undefined) return false;
  if (task.loop?.type === 'while') return true;
  if (!hasTrait(task, 'maySkip')) return false;
  switch (task.type) {
    case 'cond':
      return task.else === undefined || [task.else, ...task.cases.map((one) => one.task)].some(may);
    case 'sequential':
      return task.steps.length > 0 && task.steps.every(may);
    case 'group':
      return (
        task.tasks.length > 0 && !computeCertainRuns(task.tasks, library, calls).some(({ hasResult }) => hasResult)
      );
    case 'director_evaluator':
      return may(task.director);
    case 'call':
      return mayDefinitionEndSkipped(task.ref, library, calls);
    case 'ask':
      return task.onDeadline === 'skip';
  }
}

/** What was found, by depth and name: definitions that all call one another are reached very often. */
const knownOf = new WeakMap<Plan['library'], Map<string, boolean>>();

function mayDefinitionEndSkipped(ref: string, library: Plan['library'], calls: number): boolean {
  const definition = Object.hasOwn(library, ref) ? library[ref] : undefined;
  if (definition === undefined || calls === followedCalls) return definition !== undefined;
  const known = knownOf.get(library) ?? new Map<string, boolean>();
  knownOf.set(library, known);
  const key = `${calls} ${ref}`;
  const found = known.get(key) ?? mayEndSkipped(definition.task, library, calls + 1);
  known.set(key, found);
  return found;
}

/** Whether a part waits for another part that may be skipped, and is skipped with it. */
export function isWaitingForSkipped(task: PlannedTask, part: PlannedTask, library: Plan['library']): boolean {
  if (task.type === 'reduce' && part === task.reductionTask)
    return task.innerTask !== undefined && mayEndSkipped(task.innerTask, library);
  return task.type === 'director_evaluator' && part !== task.director && mayEndSkipped(task.director, library);
}

/** What is certain of a task among its siblings if nothing fails. */
interface Certain {
  /** It has no condition, and no dependencies or one that certainly has a result. */
  readonly runs: boolean;
  readonly hasResult: boolean;
}

/** What is certain of each task, by position. */
export function computeCertainRuns(
  tasks: readonly PlannedTask[],
  library: Plan['library'],
  calls = 0,
): readonly Certain[] {
  const certain: Certain[] = [];
  for (const task of tasks.toSorted((a, b) => a.wave - b.wave)) {
    const { index, needs, condition, disabled, triggerRule } = task;
    const fed =
      triggerRule === undefined
        ? needs.length === 0 || needs.some((need) => certain[need]?.hasResult)
        : triggerRule === 'all_done';
    const runs = fed && condition === undefined && !disabled;
    certain[index] = { runs, hasResult: runs && !mayEndSkipped(task, library, calls) };
  }
  return certain;
}

/** How often a task runs that is asked for so often: its condition and its loop count. */
export function computeRuns({ disabled, condition, loop }: PlannedTask, requested: Range): Range {
  if (disabled) return nothing;
  const may = condition === undefined ? requested : { ...requested, low: 0 };
  return loop === undefined ? may : multiplyRanges(may, computeRounds(loop));
}

/** How many rounds a loop has. */
export function computeRounds(loop: NonNullable<PlannedTask['loop']>): Range {
  if (loop.type === 'repeat') return { low: loop.count, high: loop.count };
  return { low: loop.type === 'while' ? 0 : 1, high: loop.maxIterations };
}
