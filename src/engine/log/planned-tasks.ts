import { listPartsRun } from '@/plan/estimate/parts-run';
import type { Plan, PlannedTask } from '@/plan/plan';
import { getNearestTaskPath, getTaskPath } from '@/run/journal-path';
import type { TaskPath } from '@/workflow/task-path';

/** The largest number of earlier rounds that a loop of the plan puts into the prompt of the next one. */
export function countRoundsInPrompt(plan: Plan): number {
  let largest = 0;
  for (const [, { loop }] of walkPlannedTasks(plan)) largest = Math.max(largest, loop?.progress?.iterations ?? 0);
  return largest;
}

/** Tests whether the task at a path switches off snapshots after it. The plan is walked at the first call. */
export function createUnsavedTest(plan: Plan): (path: string) => boolean {
  let taskPaths: Set<TaskPath> | undefined;
  return (path) => {
    taskPaths ??= new Set(
      [...walkPlannedTasks(plan)].flatMap(([taskPath, { checkpoint }]) => (checkpoint === false ? [taskPath] : [])),
    );
    return taskPaths.size > 0 && taskPaths.has(cutToCall(getTaskPath(path)));
  };
}

/** Finds the task of the plan that runs, or ran, at a journal path. */
export function createTaskFinder(plan: Plan): (path: string) => PlannedTask | undefined {
  const tasks = new Map(walkPlannedTasks(plan));
  return (path) => tasks.get(cutToCall(getNearestTaskPath(path)));
}

/**
 * All tasks of a plan by their task path. The tasks of a library definition have one path below `call:NAME`, whichever
 * task makes the call.
 */
export function* walkPlannedTasks({ tasks, library }: Plan): Iterable<readonly [TaskPath, PlannedTask]> {
  for (const task of tasks) yield* walkTasksWithin(task, task.id);
  for (const [name, { task }] of Object.entries(library)) yield* walkTasksWithin(task, `call:${name}/${task.id}`);
}

function* walkTasksWithin(task: PlannedTask, taskPath: TaskPath): Iterable<readonly [TaskPath, PlannedTask]> {
  yield [taskPath, task];
  for (const part of listPartsRun(task).parts) yield* walkTasksWithin(part.task, `${taskPath}/${part.task.id}`);
}

function cutToCall(taskPath: TaskPath): TaskPath {
  const start = taskPath.lastIndexOf('call:');
  return taskPath[start - 1] === '/' ? taskPath.slice(start) : taskPath;
}
