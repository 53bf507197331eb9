import type { AppStores } from '@/state/context';
import type { Action } from './action';
import { copySelection, duplicateSelection, readCopyUnderWay } from './clipboard';
import { inOrder } from './in-order';

const hasSelection = ({ view }: AppStores) => view.getState().canvas.selection.size > 0;

const remove = async (stores: AppStores, join: boolean) =>
  (await inOrder(import('./remove'))).removeSelected(stores, join);

/** Edits of tasks, undo and redo. */
export const editActions: readonly Action[] = [
  {
    id: 'undo',
    label: 'Undo',
    group: 'Edit',
    keys: ['Mod+Z'],
    repeats: true,
    // An edit that is still being written into the text is none of the past yet; undoing it waits for that.
    enabled: ({ document }) => document.getState().past.length + document.getState().unwritten.length > 0,
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
    run: async (stores) => {
      const copied = readCopyUnderWay();
      await (await inOrder(import('./paste'))).paste(stores, copied);
    },
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
    run: async (stores) => (await inOrder(import('./select-all'))).selectAll(stores),
  },
  {
    id: 'delete',
    label: 'Delete',
    group: 'Edit',
    keys: ['Delete', 'Backspace'],
    enabled: (stores) => hasSelection(stores) || stores.view.getState().canvas.edge !== undefined,
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
