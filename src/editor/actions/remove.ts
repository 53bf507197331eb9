import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { removeNotes } from '@/workflow/commands/notes';
import { removeAtPaths } from '@/workflow/commands/remove-at-paths';
import { noteIndex } from '@/workflow/notes';
import { containerPath, type TaskPath } from '@/workflow/task-path';
import { disconnect } from './connect';
import { countParts, edit, selectedNotes, selectedPaths } from './edit';

/** Deletes what is selected: a wire, or tasks and notes. `join`: the neighbours of the tasks are connected. */
export async function removeSelected(stores: AppStores, join: boolean): Promise<void> {
  const { edge: selectedEdge } = stores.view.getState().canvas;
  if (selectedEdge) {
    await disconnect(stores, selectedEdge);
    return;
  }
  const taskPaths = selectedPaths(stores);
  const notes = selectedNotes(stores).map((key) => noteIndex(key) ?? 0);
  if (taskPaths.length + notes.length === 0) return;
  const done = await edit(
    stores,
    // Notes go first: with a container its notes go too, and the others move up.
    (document) => removeAtPaths(removeNotes(document, notes), { taskPaths, join }),
    `Delete ${countParts(taskPaths.length, notes.length)}`,
  );
  if (done) selectTasks(stores.view, commonContainer(taskPaths));
}

/** The container of all these tasks, if there is one. It is selected when they are deleted. */
function commonContainer(taskPaths: readonly TaskPath[]): readonly TaskPath[] {
  const containers = new Set(taskPaths.map(containerPath));
  return containers.size === 1 ? [...containers].filter((container) => container !== undefined) : [];
}
