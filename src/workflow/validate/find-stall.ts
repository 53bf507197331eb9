import { isAlwaysFalse } from '../expressions/constant';
import type { Siblings } from '../graph/siblings';
import type { TaskId } from '../names';
import type { Task } from '../tasks';

/** Why a task can never run: it is in a circle or waits for one, or it is always skipped. */
export type Stall = 'circle' | 'skipped';

const stallsOf = new WeakMap<Siblings, ReadonlyMap<TaskId, Stall>>();

/**
 * Why a task among its siblings can never run, because of its own fields or of what it waits for. Undefined: it may.
 * Computed once per siblings.
 */
export function findStall(siblings: Siblings, id: TaskId): Stall | undefined {
  const stalls = stallsOf.get(siblings) ?? collectStalls(siblings);
  stallsOf.set(siblings, stalls);
  return stalls.get(id);
}

function collectStalls({ graph, tasks }: Siblings): ReadonlyMap<TaskId, Stall> {
  const stalls = new Map<TaskId, Stall>();
  for (const id of graph.cycles.flat()) stalls.set(id, 'circle');
  for (const id of graph.order) {
    if (stalls.has(id)) continue;
    const task = tasks[id];
    const before = (graph.dependencies.get(id) ?? []).map((on) => stalls.get(on));
    const isUnfed = before.length > 0 && isAllSkipped(task, before);
    if (before.includes('circle')) stalls.set(id, 'circle');
    else if (isUnfed || task?.disabled === true || isAlwaysFalse(task?.condition)) stalls.set(id, 'skipped');
  }
  return stalls;
}

/** Whether a task is always skipped if what it waits for has these ends. */
export function isAllSkipped(task: Task | undefined, before: readonly (Stall | undefined)[]): boolean {
  return task?.triggerRule !== 'all_done' && before.every((stall) => stall === 'skipped');
}
