import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import { select } from '@/state/view-store';
import { foldTask } from '@/workflow/commands/fold-task';
import type { WorkflowDocument } from '@/workflow/document';
import { locateTask, partsOf, type TaskPath } from '@/workflow/place';
import { makeRoom } from '../geometry/make-room';
import { countTasks, edit } from './edit';

/** Of these places those that hold tasks. */
export function containersAmong(document: WorkflowDocument, places: Iterable<TaskPath>): TaskPath[] {
  return [...places].filter((place) => {
    const task = locateTask(document, place)?.task;
    return task !== undefined && partsOf(task).length > 0;
  });
}

/**
 * Folds the inside of tasks away; shows it if it is folded away in all of them. What unfolds pushes its neighbours
 * aside.
 */
export async function toggleFold(stores: AppStores, places: readonly TaskPath[]): Promise<void> {
  const { document } = stores.document.getState();
  const folded = new Set(document.layout?.collapsed);
  const collapsed = places.some((place) => !folded.has(place));
  await setFolded(stores, places, collapsed);
}

/** Folds the inside of tasks away or shows it, as one step of the history. */
export async function setFolded(stores: AppStores, places: readonly TaskPath[], collapsed: boolean): Promise<void> {
  const command = (before: WorkflowDocument) => {
    let after = before;
    for (const place of places) {
      const moved = collapsed ? new Map() : makeRoom(after, place);
      const change = foldTask(after, { place, collapsed, moved });
      if (!change.ok) return change;
      after = change.value;
    }
    return ok(after);
  };
  const done = await edit(stores, command, `${collapsed ? 'Collapse' : 'Expand'} ${countTasks(places.length)}`);
  if (done && collapsed) selectShown(stores, places);
}

/** What was selected in a container that is closed now gives its selection to it. */
function selectShown({ view }: AppStores, closed: readonly TaskPath[]): void {
  const { selection } = view.getState();
  const shown = [...selection].map((place) => closed.find((one) => place.startsWith(`${one}/`)) ?? place);
  if (shown.some((place) => !selection.has(place))) select(view, shown);
}
