import type { TaskPath } from '@/workflow/task-path';
import { getTaskPath, type JournalPath } from '../journal-path';
import type { RunState, TaskInstance } from '../run-state';

/**
 * The instance of a task to show when the person has chosen an instance, `chosen`, of some task. For that task it is
 * `chosen` itself (which may be a round of a loop); for tasks within it, the newest instance inside `chosen`; for its
 * containers, the instance around it. For other tasks, and where none is found, it is the task's current instance.
 */
export function findInstanceAt(
  run: RunState,
  taskPath: TaskPath,
  chosen: JournalPath | undefined,
): TaskInstance | undefined {
  const current = run.tasks.get(taskPath);
  if (chosen === undefined) return current;
  const instances = run.instances.get(taskPath) ?? [];
  const chosenTaskPath = getTaskPath(chosen);
  const round = taskPath === chosenTaskPath ? run.rounds.get(taskPath)?.find(({ path }) => path === chosen) : undefined;
  if (round !== undefined) return round.run;
  if (taskPath === chosenTaskPath || chosenTaskPath.startsWith(`${taskPath}/`)) {
    return instances.findLast(({ path }) => path === chosen || chosen.startsWith(`${path}/`)) ?? current;
  }
  if (taskPath.startsWith(`${chosenTaskPath}/`)) {
    return instances.findLast(({ path }) => path.startsWith(`${chosen}/`)) ?? current;
  }
  return current;
}
