import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { removeNotes } from '@/workflow/commands/notes';
import { removeAtPaths } from '@/workflow/commands/remove-at-paths';
import { noteIndex } from '@/workflow/notes';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { disconnectEdge } from './connect';
import { countParts, listSelectedNotes, listSelectedPaths, performEdit } from './edit';

/** Deletes what is selected: a wire, or tasks and notes. `join`: the neighbours of the tasks are connected. */
export async function removeSelected(stores: AppStores, join: boolean): Promise<void> {
  const { edge: selectedEdge } = stores.view.getState().canvas;
  if (selectedEdge) {
    await disconnectEdge(stores, selectedEdge);
    return;
  }
  const taskPaths = listSelectedPaths(stores);
  const notes = listSelectedNotes(stores).map((key) => noteIndex(key) ?? 0);
  if (taskPaths.length + notes.length === 0) return;
  const done = await performEdit(
    stores,
    // Notes go first: with a container its notes go too, and the others move up.
    (document) => removeAtPaths(removeNotes(document, notes), { taskPaths, join }),
    `Delete ${countParts(taskPaths.length, notes.length)}`,
  );
  if (done) selectTasks(stores.view, findCommonContainer(taskPaths));
}

/** The container of all these tasks, if there is one. It is selected when they are deleted. */
function findCommonContainer(taskPaths: readonly TaskPath[]): readonly TaskPath[] {
  const containers = new Set(taskPaths.map(findContainerPath));
  return containers.size === 1 ? [...containers].filter((container) => container !== undefined) : [];
}
