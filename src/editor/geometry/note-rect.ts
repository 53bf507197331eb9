import { leastNoteSize } from '@/workflow/commands/note-size';
import type { Layout, StickyNote } from '@/workflow/document';
import type { TaskPath } from '@/workflow/task-path';
import type { Rect } from './node-geometry';

const firstSize = { width: 200, height: 120 };
/** So that a number from a file cannot make the canvas endless. */
const mostSize = 4000;

/** The place and size of a note in what it lies in. */
export function noteRect({ at: [x, y], size, in: container }: StickyNote): Rect {
  const [width, height] = size ?? [firstSize.width, firstSize.height];
  const least = container === undefined ? Number.NEGATIVE_INFINITY : 0;
  return {
    x: Math.max(x, least),
    y: Math.max(y, least),
    width: Math.min(Math.max(width, leastNoteSize.width), mostSize),
    height: Math.min(Math.max(height, leastNoteSize.height), mostSize),
  };
}

type Notes = NonNullable<Layout['notes']>;
/** Places and sizes of notes, by the containers that they lie in. */
export type RectsByContainer = ReadonlyMap<TaskPath, readonly Rect[]>;
const inContainers = new WeakMap<Notes, RectsByContainer>();
const nowhere: RectsByContainer = new Map();

/** The notes that lie in containers, which grow around them. The same object for the same notes. */
export function groupNotesByContainer(notes: Notes | undefined): RectsByContainer {
  if (notes === undefined) return nowhere;
  const known = inContainers.get(notes);
  if (known) return known;
  const found = new Map<TaskPath, Rect[]>();
  for (const note of notes) {
    if (note.in === undefined) continue;
    const rects = found.get(note.in) ?? [];
    rects.push(noteRect(note));
    found.set(note.in, rects);
  }
  inContainers.set(notes, found);
  return found;
}
