import { getTaskPath, type JournalPath } from '@/run/journal-path';
import type { AppStores } from '@/state/context';
import { showRanTask } from '@/state/show-ran-task';
import { chooseInstance } from '@/state/view/shown-run';

/** Selects the task of an instance, and this one of its runs. */
export function showInstance(stores: Pick<AppStores, 'document' | 'view'>, instance: JournalPath): void {
  showRanTask(stores, getTaskPath(instance));
  chooseInstance(stores.view, instance);
}
