import type { ComparedInstance } from '@/run/compare/compare-runs';
import type { AppStores } from '@/state/context';
import { chooseRun } from '@/state/run-actions';
import { showRanTask } from '@/state/show-ran-task';
import { openDrawer } from '@/state/view/panels';
import { chooseInstance } from '@/state/view/shown-run';

/** Leaves the comparison, and shows a task, round or item as it was in one of the runs. */
export function openInRun(stores: AppStores, executionId: string, { path, taskPath }: ComparedInstance): void {
  chooseRun(stores, executionId);
  showRanTask(stores, taskPath);
  openDrawer(stores.view, 'output');
  chooseInstance(stores.view, path);
}
