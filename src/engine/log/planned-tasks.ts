import { partsRun } from '@/plan/estimate/parts-run';
import type { Plan, PlannedTask } from '@/plan/plan';
import { taskPathOf } from '@/run/journal-path';
import type { TaskPath } from '@/workflow/task-path';

/** Most rounds that a loop of a plan tells its next one of. */
export function roundsInPrompt(plan: Plan): number {
  let most = 0;
  for (const [, { loop }] of tasksOf(plan)) most = Math.max(most, loop?.progress?.iterations ?? 0);
  return most;
}

/**
 * Tells of the path of a task whether no snapshot is to be taken after it. The plan is walked when that is asked first.
 */
export function unsaved(plan: Plan): (path: string) => boolean {
  let taskPaths: Set<TaskPath> | undefined;
  return (path) => {
    taskPaths ??= new Set(
      [...tasksOf(plan)].flatMap(([taskPath, { checkpoint }]) => (checkpoint === false ? [taskPath] : [])),
    );
    return taskPaths.size > 0 && taskPaths.has(withinCall(taskPathOf(path)));
  };
}

/**
 * All tasks of a plan by their place; those of a definition of the library by that in the call of it, whoever calls.
 */
export function* tasksOf({ tasks, library }: Plan): Iterable<readonly [TaskPath, PlannedTask]> {
  for (const task of tasks) yield* within(task, task.id);
  for (const [name, { task }] of Object.entries(library)) yield* within(task, `call:${name}/${task.id}`);
}

function* within(task: PlannedTask, taskPath: TaskPath): Iterable<readonly [TaskPath, PlannedTask]> {
  yield [taskPath, task];
  for (const part of partsRun(task).parts) yield* within(part.task, `${taskPath}/${part.task.id}`);
}

function withinCall(taskPath: TaskPath): TaskPath {
  const start = taskPath.lastIndexOf('call:');
  return start > 0 && taskPath[start - 1] === '/' ? taskPath.slice(start) : taskPath;
}
