import { partsRun } from '@/plan/estimate/parts-run';
import type { Plan, PlannedTask } from '@/plan/plan';
import { nearestTaskPath, taskPathOf } from '@/run/journal-path';
import type { TaskPath } from '@/workflow/task-path';

/** The largest number of earlier rounds that a loop of the plan puts into the prompt of the next one. */
export function roundsInPrompt(plan: Plan): number {
  let largest = 0;
  for (const [, { loop }] of tasksOf(plan)) largest = Math.max(largest, loop?.progress?.iterations ?? 0);
  return largest;
}

/** Tests whether the task at a path switches off snapshots after it. The plan is walked at the first call. */
export function unsaved(plan: Plan): (path: string) => boolean {
  let taskPaths: Set<TaskPath> | undefined;
  return (path) => {
    taskPaths ??= new Set(
      [...tasksOf(plan)].flatMap(([taskPath, { checkpoint }]) => (checkpoint === false ? [taskPath] : [])),
    );
    return taskPaths.size > 0 && taskPaths.has(withinCall(taskPathOf(path)));
  };
}

/** Finds the task of the plan that runs, or ran, at a journal path. */
export function taskFinder(plan: Plan): (path: string) => PlannedTask | undefined {
  const tasks = new Map(tasksOf(plan));
  return (path) => tasks.get(withinCall(nearestTaskPath(path)));
}

/**
 * All tasks of a plan by their task path. The tasks of a library definition have one path below `call:NAME`, whichever
 * task makes the call.
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
