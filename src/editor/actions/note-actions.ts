import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { beginGesture } from '@/state/view/gestures';
import { countSelectedTasks } from '@/state/view-store';
import { isNoteKey, noteKey } from '@/workflow/notes';
import type { Action } from './action';
import { type ArrowDirection, directions } from './directions';
import { withEdits } from './with-edits';

/** The key of the selected note, if it alone is selected. */
const getOnlySelectedNote = ({ view }: AppStores) => {
  const { selection } = view.getState().canvas;
  const [first] = selection;
  return first !== undefined && selection.size === 1 && isNoteKey(first) ? first : undefined;
};
/** Whether a note, and nothing else, is selected. */
export const isNoteSelected = (stores: AppStores): boolean => getOnlySelectedNote(stores) !== undefined;
const hasNotes = ({ document }: AppStores) => document.getState().document.layout?.notes !== undefined;
const hasOnlyNotesSelected = ({ view }: AppStores) =>
  view.getState().canvas.selection.size > 0 && countSelectedTasks(view.getState()) === 0;

/** Opens the selected note to write in it. Returns whether there is one. */
export function writeSelectedNote(stores: AppStores): boolean {
  const note = getOnlySelectedNote(stores);
  if (note !== undefined) beginGesture(stores.view, { kind: 'write', note });
  return note !== undefined;
}

const sizes: { readonly [D in ArrowDirection]: string } = {
  left: 'narrower',
  right: 'wider',
  up: 'lower',
  down: 'higher',
};

/** Sticky notes. Copying, deleting and nudging them is what does it with tasks. */
export const noteActions: readonly Action[] = [
  {
    id: 'add-note',
    label: 'Add a note',
    group: 'Canvas',
    also: 'sticky comment markdown',
    keys: ['Shift+N'],
    run: (stores) => withEdits(({ addNote }) => addNote(stores)),
  },
  {
    id: 'write-note',
    label: 'Write in the note',
    group: 'Canvas',
    keys: [],
    enabled: isNoteSelected,
    run: (stores) => void writeSelectedNote(stores),
  },
  {
    id: 'next-note',
    label: 'Go to the next note',
    group: 'Canvas',
    keys: ['Alt+N'],
    repeats: true,
    enabled: hasNotes,
    run(stores) {
      const { length = 0 } = stores.document.getState().document.layout?.notes ?? [];
      const last = getOnlySelectedNote(stores);
      const next = [...Array(length).keys()].find((index) => noteKey(index) === last) ?? -1;
      selectTasks(stores.view, [noteKey((next + 1) % length)]);
    },
  },
  ...(Object.keys(sizes) as ArrowDirection[]).map(
    (direction): Action => ({
      id: `note-${sizes[direction]}`,
      label: `Make the note ${sizes[direction]}`,
      group: 'Canvas',
      keys: [`Mod+Shift+Arrow${direction[0]?.toUpperCase()}${direction.slice(1)}`],
      scope: 'canvas',
      repeats: true,
      enabled: hasOnlyNotesSelected,
      run: (stores) => withEdits(({ resizeNotes }) => resizeNotes(stores, directions[direction])),
    }),
  ),
];
