import type { AppStores } from '@/state/context';
import { select } from '@/state/view-store';
import { taskIds } from '@/workflow/document';
import { containerPath, locateTask, partPath, partsOf, type TaskPath } from '@/workflow/task-path';
import type { Action } from './action';
import { copySelection, duplicateSelection } from './clipboard';
import { disconnect } from './connect';
import { countTasks, edit, selectedPaths } from './edit';

const hasSelection = ({ view }: AppStores) => view.getState().selection.size > 0;

async function remove(stores: AppStores, join: boolean): Promise<void> {
  const { selectedEdge } = stores.view.getState();
  if (selectedEdge) {
    await disconnect(stores, selectedEdge);
    return;
  }
  const taskPaths = selectedPaths(stores);
  if (taskPaths.length === 0) return;
  const { removeAtPaths } = await import('@/workflow/commands/remove-at-paths');
  const done = await edit(
    stores,
    (document) => removeAtPaths(document, { taskPaths, join }),
    `Delete ${countTasks(taskPaths.length)}`,
  );
  if (done) select(stores.view, commonContainer(taskPaths));
}

/** Selects all tasks of the workflow, or all in the container that is opened. */
function selectAll({ document, view }: AppStores): void {
  const { document: current } = document.getState();
  const { root } = view.getState();
  const task = root === undefined ? undefined : locateTask(current, root)?.task;
  if (root === undefined || task === undefined) select(view, taskIds(current));
  else
    select(
      view,
      partsOf(task).map(({ position }) => partPath(root, position.segment)),
    );
}

/** The container of all these tasks, if there is one. It is selected when they are deleted. */
function commonContainer(taskPaths: readonly TaskPath[]): readonly TaskPath[] {
  const containers = new Set(taskPaths.map(containerPath));
  return containers.size === 1 ? [...containers].filter((container) => container !== undefined) : [];
}

/** Edits of tasks, undo and redo. */
export const editActions: readonly Action[] = [
  {
    id: 'undo',
    label: 'Undo',
    group: 'Edit',
    keys: ['Mod+Z'],
    repeats: true,
    enabled: ({ document }) => document.getState().past.length > 0,
    run: ({ document }) => document.actions.undo(),
  },
  {
    id: 'redo',
    label: 'Redo',
    group: 'Edit',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    repeats: true,
    enabled: ({ document }) => document.getState().future.length > 0,
    run: ({ document }) => document.actions.redo(),
  },
  {
    id: 'copy',
    label: 'Copy',
    group: 'Edit',
    keys: ['Mod+C'],
    clipboard: 'copy',
    enabled: hasSelection,
    run: async (stores) => {
      await copySelection(stores);
    },
  },
  {
    id: 'cut',
    label: 'Cut',
    group: 'Edit',
    keys: ['Mod+X'],
    clipboard: 'cut',
    enabled: hasSelection,
    run: async (stores) => {
      if (await copySelection(stores)) await remove(stores, false);
    },
  },
  {
    id: 'paste',
    label: 'Paste',
    group: 'Edit',
    keys: ['Mod+V'],
    clipboard: 'paste',
    run: async (stores) => (await import('./paste')).paste(stores),
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    group: 'Edit',
    keys: ['Mod+D'],
    enabled: hasSelection,
    run: duplicateSelection,
  },
  {
    id: 'select-all',
    label: 'Select all',
    group: 'Edit',
    keys: ['Mod+A'],
    enabled: ({ document }) => taskIds(document.getState().document).length > 0,
    run: selectAll,
  },
  {
    id: 'delete',
    label: 'Delete',
    group: 'Edit',
    keys: ['Delete', 'Backspace'],
    enabled: (stores) => hasSelection(stores) || stores.view.getState().selectedEdge !== undefined,
    run: (stores) => remove(stores, false),
  },
  {
    id: 'delete-join',
    label: 'Delete, join the neighbours',
    group: 'Edit',
    keys: ['Mod+Delete', 'Mod+Backspace'],
    enabled: hasSelection,
    run: (stores) => remove(stores, true),
  },
];
