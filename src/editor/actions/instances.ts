import { instanceOf, parentOfPath } from '@/run/journal-path';
import { instanceAt } from '@/run/projections/instance-at';
import { numberInRuns, runsAt } from '@/run/projections/runs-at';
import type { AppStores } from '@/state/context';
import { showRunOfTask } from '@/state/recall';
import { selectedTask } from '@/state/view-store';
import { locateTask, partPath, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';

/** The path whose instances the iteration picker steps through: for a loop that of its director. */
export function instancePath(taskPath: TaskPath, task: Task): TaskPath {
  return task.type === 'director_evaluator' && task.director !== undefined ? partPath(taskPath, 'director') : taskPath;
}

/** Selects the previous or next instance of a task, along with everything from the same round or item. */
export function stepInstance(
  stores: Pick<AppStores, 'run' | 'services' | 'view'>,
  taskPath: TaskPath,
  by: -1 | 1,
): void {
  const { run, view } = stores;
  const state = run.getState().run;
  const runs = runsAt(state, taskPath);
  const shown = instanceAt(state, taskPath, view.getState().instance);
  if (shown === undefined) return;
  void showRunOfTask(stores, taskPath, numberInRuns(runs, shown).number + by, (path) => {
    // Everything from the same round or item is selected with it. A round of the task's own loop is selected alone.
    const parentPath = instanceOf(path) === path ? parentOfPath(path) : undefined;
    view.setState({ instance: parentPath ?? path });
  });
}

/** The same for the selected task. */
export function stepSelectedInstance(stores: AppStores, by: -1 | 1): void {
  const taskPath = selectedTask(stores.view.getState());
  const task = taskPath === undefined ? undefined : locateTask(stores.document.getState().document, taskPath)?.task;
  if (taskPath !== undefined && task !== undefined) stepInstance(stores, instancePath(taskPath, task), by);
}

/** Whether the selected task ran more than once. */
export function hasInstances({ document, run, view }: AppStores): boolean {
  const taskPath = selectedTask(view.getState());
  const task = taskPath === undefined ? undefined : locateTask(document.getState().document, taskPath)?.task;
  if (taskPath === undefined || task === undefined) return false;
  return runsAt(run.getState().run, instancePath(taskPath, task)).length > 1;
}
