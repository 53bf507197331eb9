/** The colours that a sticky note can have. */
export const noteColors = ['yellow', 'green', 'blue', 'purple', 'pink', 'gray'] as const;
export type NoteColor = (typeof noteColors)[number];

/** The colour of a note that has none. */
export const firstNoteColor: NoteColor = 'yellow';

/** The colours as a person reads them. */
export const noteColorNames: { readonly [C in NoteColor]: string } = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  purple: 'Purple',
  pink: 'Pink',
  gray: 'Grey',
};
