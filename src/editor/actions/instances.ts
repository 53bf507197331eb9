import { runsAt } from '@/run/projections/runs-at';
import type { AppStores } from '@/state/context';
import { runPathOf } from '@/state/run-path';
import { selectedTask } from '@/state/view-store';
import { locateTask, partPath, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';

/** The path whose instances the iteration picker steps through: for a loop that of its director. */
export function instancePath(taskPath: TaskPath, task: Task): TaskPath {
  return task.type === 'director_evaluator' && task.director !== undefined ? partPath(taskPath, 'director') : taskPath;
}

/** Whether the selected task ran more than once. */
export function hasInstances({ document, run, view }: AppStores): boolean {
  const taskPath = selectedTask(view.getState());
  const task = taskPath === undefined ? undefined : locateTask(document.getState().document, taskPath)?.task;
  if (taskPath === undefined || task === undefined) return false;
  return runsAt(run.getState().run, runPathOf(view.getState(), instancePath(taskPath, task))).length > 1;
}
