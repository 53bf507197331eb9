/** The least width and height of a note, in pixels. */
export const leastNoteSize = { width: 80, height: 48 } as const;
