import type { AppStores } from '@/state/context';
import type { Action } from './action';
import { hasSelection } from './canvas-actions';
import { withEdits } from './with-edits';

const removeSelection = (stores: AppStores, join: boolean) =>
  withEdits(({ removeSelected }) => removeSelected(stores, join));

/** Selects the text that has the focus; without one of its own, as in a list of events, all that is shown there. */
function selectOutput(): void {
  const output = document.activeElement?.closest('[data-output]');
  const text = output?.querySelector('[data-text]') ?? output;
  if (text) window.getSelection()?.selectAllChildren(text);
}

/** Edits of tasks, undo and redo. */
export const editActions: readonly Action[] = [
  {
    id: 'undo',
    label: 'Undo',
    group: 'Edit',
    keys: ['Mod+Z'],
    scope: 'anywhere',
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
    scope: 'anywhere',
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
    run: (stores) => withEdits(({ copySelection }) => copySelection(stores)),
  },
  {
    id: 'cut',
    label: 'Cut',
    group: 'Edit',
    keys: ['Mod+X'],
    clipboard: 'cut',
    enabled: hasSelection,
    run: (stores) => withEdits(({ cutSelection }) => cutSelection(stores)),
  },
  {
    id: 'paste',
    label: 'Paste',
    group: 'Edit',
    keys: ['Mod+V'],
    clipboard: 'paste',
    run: (stores) => withEdits(({ pasteClipboard: paste }) => paste(stores)),
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    group: 'Edit',
    keys: ['Mod+D'],
    enabled: hasSelection,
    run: (stores) => withEdits(({ duplicateNow }) => duplicateNow(stores)),
  },
  {
    id: 'select-all',
    label: 'Select all',
    group: 'Edit',
    keys: ['Mod+A'],
    run: (stores) => withEdits(({ selectAll }) => selectAll(stores)),
  },
  {
    id: 'select-output',
    label: 'Select the text of the output',
    group: 'Edit',
    keys: ['Mod+A'],
    scope: 'output',
    run: selectOutput,
  },
  {
    id: 'delete',
    label: 'Delete',
    group: 'Edit',
    keys: ['Delete', 'Backspace'],
    enabled: (stores) => hasSelection(stores) || stores.view.getState().canvas.edge !== undefined,
    run: (stores) => removeSelection(stores, false),
  },
  {
    id: 'delete-join',
    label: 'Delete, join the neighbours',
    group: 'Edit',
    keys: ['Mod+Delete', 'Mod+Backspace'],
    enabled: hasSelection,
    run: (stores) => removeSelection(stores, true),
  },
];
