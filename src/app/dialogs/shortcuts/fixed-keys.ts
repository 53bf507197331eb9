/** Keys that belong to one list or text; they cannot be changed. */
export interface FixedKeys {
  readonly label: string;
  readonly keys: readonly string[];
}

/** The keys of lists, dialogs and texts. The components themselves listen for them. */
export const fixedKeys: readonly FixedKeys[] = [
  { label: 'Runs: star the run, or take the star away', keys: ['S'] },
  { label: 'Runs: delete the run', keys: ['Delete'] },
  { label: 'Tasks, calls: unfold, fold or go up', keys: ['ArrowRight', 'ArrowLeft'] },
  { label: 'A list: first, last', keys: ['Home', 'End'] },
  { label: 'A list, the canvas: the menu of what is selected', keys: ['Shift+F10'] },
  { label: 'A title, a name: take it, leave it as it was', keys: ['Enter', 'Escape'] },
  { label: 'A wire or a drag: drop it', keys: ['Escape'] },
  { label: 'A whole output, code: find', keys: ['Mod+F'] },
  { label: 'Code: complete', keys: ['Mod+Space'] },
  { label: 'A line between panels: its width', keys: ['ArrowLeft', 'ArrowRight'] },
  { label: 'An answer, a draft, a note: send it', keys: ['Mod+Enter'] },
];
