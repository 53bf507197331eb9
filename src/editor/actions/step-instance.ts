import { findInstance, findParentPath } from '@/run/journal-path';
import { findInstanceAt } from '@/run/projections/instance-at';
import { findNumberInRuns } from '@/run/projections/number-in-runs';
import { listRunsAt } from '@/run/projections/runs-at';
import type { AppStores } from '@/state/context';
import { showRunOfTask } from '@/state/recall';
import { getRunPath } from '@/state/run-path';
import { chooseInstance } from '@/state/view/shown-run';
import { getSelectedTask } from '@/state/view-store';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import { findInstancePath } from './instances';

/**
 * Selects the previous or next instance of a task, along with everything from the same round or item. `taskPath`: that
 * of the task in the run.
 */
export function stepInstance(
  stores: Pick<AppStores, 'run' | 'services' | 'view'>,
  taskPath: TaskPath,
  by: -1 | 1,
): void {
  const { run, view } = stores;
  const state = run.getState().run;
  const runs = listRunsAt(state, taskPath);
  const shown = findInstanceAt(state, taskPath, view.getState().shownRun.instance);
  if (shown === undefined) return;
  void showRunOfTask(stores, taskPath, findNumberInRuns(runs, shown).number + by, (path) => {
    // Everything from the same round or item is selected with it. A round of the task's own loop is selected alone.
    const parentPath = findInstance(path) === path ? findParentPath(path) : undefined;
    chooseInstance(view, parentPath ?? path);
  });
}

/** The same for the selected task. */
export function stepSelectedInstance(stores: AppStores, by: -1 | 1): void {
  const taskPath = getSelectedTask(stores.view.getState());
  const task = taskPath === undefined ? undefined : locateTask(stores.document.getState().document, taskPath)?.task;
  if (taskPath === undefined || task === undefined) return;
  stepInstance(stores, getRunPath(stores.view.getState(), findInstancePath(taskPath, task)), by);
}
