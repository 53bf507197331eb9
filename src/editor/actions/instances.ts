import { listRunsAt } from '@/run/projections/runs-at';
import type { AppStores } from '@/state/context';
import { getRunPath } from '@/state/run-path';
import { getSelectedTask } from '@/state/view-store';
import { buildPartPath, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';

/** The path whose instances the iteration picker steps through: for a loop that of its director. */
export function findInstancePath(taskPath: TaskPath, task: Task): TaskPath {
  return task.type === 'director_evaluator' && task.director !== undefined
    ? buildPartPath(taskPath, 'director')
    : taskPath;
}

/** Whether the selected task ran more than once. */
export function hasInstances({ document, run, view }: AppStores): boolean {
  const taskPath = getSelectedTask(view.getState());
  const task = taskPath === undefined ? undefined : locateTask(document.getState().document, taskPath)?.task;
  if (taskPath === undefined || task === undefined) return false;
  return listRunsAt(run.getState().run, getRunPath(view.getState(), findInstancePath(taskPath, task))).length > 1;
}
