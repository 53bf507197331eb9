import type { TaskPath } from '@/workflow/task-path';
import type { RunState } from '../run-state';

/**
 * Task path of the task that a person would look at now: the running one that started last, else the one that ended
 * last.
 */
export function findLastActiveTask(run: RunState): TaskPath | undefined {
  let running: { readonly taskPath: TaskPath; readonly at: string } | undefined;
  let ended: { readonly taskPath: TaskPath; readonly at: string } | undefined;
  for (const [taskPath, task] of run.tasks) {
    if (task.status === 'running') {
      if (!running || task.startedAt >= running.at) running = { taskPath, at: task.startedAt };
    } else if (task.status === 'ok' || task.status === 'failed') {
      if (!ended || task.endedAt >= ended.at) ended = { taskPath, at: task.endedAt };
    }
  }
  return (running ?? ended)?.taskPath;
}
