import type { RunState } from '@/run/run-state';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';

/**
 * The path of a task that another one refers to by id: a sibling, or a task further out. The id itself if it has not
 * run.
 */
export function findSourceTaskPath({ tasks }: Pick<RunState, 'tasks'>, taskPath: TaskPath, id: string): TaskPath {
  for (let container = findContainerPath(taskPath); container !== undefined; container = findContainerPath(container)) {
    const beside = `${container}/${id}`;
    if (tasks.has(beside)) return beside;
  }
  return id;
}
