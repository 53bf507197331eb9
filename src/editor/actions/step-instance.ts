import { instanceOf, parentOfPath } from '@/run/journal-path';
import { instanceAt } from '@/run/projections/instance-at';
import { numberInRuns } from '@/run/projections/number-in-runs';
import { runsAt } from '@/run/projections/runs-at';
import type { AppStores } from '@/state/context';
import { showRunOfTask } from '@/state/recall';
import { runPathOf } from '@/state/run-path';
import { chooseInstance } from '@/state/view/shown-run';
import { selectedTask } from '@/state/view-store';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import { instancePath } from './instances';

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
  const runs = runsAt(state, taskPath);
  const shown = instanceAt(state, taskPath, view.getState().shownRun.instance);
  if (shown === undefined) return;
  void showRunOfTask(stores, taskPath, numberInRuns(runs, shown).number + by, (path) => {
    // Everything from the same round or item is selected with it. A round of the task's own loop is selected alone.
    const parentPath = instanceOf(path) === path ? parentOfPath(path) : undefined;
    chooseInstance(view, parentPath ?? path);
  });
}

/** The same for the selected task. */
export function stepSelectedInstance(stores: AppStores, by: -1 | 1): void {
  const taskPath = selectedTask(stores.view.getState());
  const task = taskPath === undefined ? undefined : locateTask(stores.document.getState().document, taskPath)?.task;
  if (taskPath === undefined || task === undefined) return;
  stepInstance(stores, runPathOf(stores.view.getState(), instancePath(taskPath, task)), by);
}
