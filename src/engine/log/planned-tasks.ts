import { partsRun } from '@/plan/estimate/parts-run';
import type { Plan, PlannedTask } from '@/plan/plan';
import { taskPathOf } from '@/run/path';
import type { TaskPath } from '@/workflow/place';

/** Most rounds that a loop of a plan tells its next one of. */
export function toldRounds(plan: Plan): number {
  let most = 0;
  for (const [, { loop }] of tasksOf(plan)) most = Math.max(most, loop?.progress?.iterations ?? 0);
  return most;
}

/**
 * Tells of the path of a task whether no snapshot is to be taken after it. The plan is walked when that is asked first.
 */
export function unsaved(plan: Plan): (path: string) => boolean {
  let places: Set<TaskPath> | undefined;
  return (path) => {
    places ??= new Set([...tasksOf(plan)].flatMap(([place, { checkpoint }]) => (checkpoint === false ? [place] : [])));
    return places.size > 0 && places.has(withinCall(taskPathOf(path)));
  };
}

/**
 * All tasks of a plan by their place; those of a definition of the library by that in the call of it, whoever calls.
 */
export function* tasksOf({ tasks, library }: Plan): Iterable<readonly [TaskPath, PlannedTask]> {
  for (const task of tasks) yield* within(task, task.id);
  for (const [name, { task }] of Object.entries(library)) yield* within(task, `call:${name}/${task.id}`);
}

function* within(task: PlannedTask, place: TaskPath): Iterable<readonly [TaskPath, PlannedTask]> {
  yield [place, task];
  for (const part of partsRun(task).parts) yield* within(part.task, `${place}/${part.task.id}`);
}

function withinCall(place: TaskPath): TaskPath {
  const start = place.lastIndexOf('call:');
  return start > 0 && place[start - 1] === '/' ? place.slice(start) : place;
}
