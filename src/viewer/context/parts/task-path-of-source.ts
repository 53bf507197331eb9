import type { RunState } from '@/run/run-state';
import { containerPath, type TaskPath } from '@/workflow/task-path';

/**
 * The path of a task that another one refers to by id: a sibling, or a task further out. The id itself if it has not
 * run.
 */
export function taskPathOfSource({ tasks }: Pick<RunState, 'tasks'>, taskPath: TaskPath, id: string): TaskPath {
  for (let container = containerPath(taskPath); container !== undefined; container = containerPath(container)) {
    const beside = `${container}/${id}`;
    if (tasks.has(beside)) return beside;
  }
  return id;
}
