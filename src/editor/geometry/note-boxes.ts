import type { Point, StickyNote, WorkflowDocument } from '@/workflow/document';
import { type NoteKey, noteKey } from '@/workflow/notes';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from './boxes';
import { containerHead, containerPadding, type Positions, type Rect } from './node-geometry';
import { noteRect } from './note-rect';

/** The box of a sticky note on the canvas, in pixels at 100 % zoom. */
export interface NoteBox extends Rect {
  readonly key: NoteKey;
  readonly note: StickyNote;
  /** The container in which it is drawn; undefined: the canvas itself. */
  readonly container: TaskPath | undefined;
  /** Its position as the layout stores it: within the content of its container. */
  readonly at: Point;
  /** The number of containers around it. */
  readonly depth: number;
}

/**
 * The boxes of the notes on a canvas that is opened at `root`, in the order of the layout. Those in folded containers
 * are not drawn; one whose container is gone lies on the canvas of the workflow.
 */
export function noteBoxes(
  document: WorkflowDocument,
  boxes: Boxes,
  root: TaskPath | undefined,
  drag?: Positions,
): readonly NoteBox[] {
  const drawn: NoteBox[] = [];
  for (const [index, note] of (document.layout?.notes ?? []).entries()) {
    const container = note.in !== undefined && locateTask(document, note.in) ? note.in : undefined;
    const box = container === undefined ? undefined : boxes.get(container);
    const isDrawn = container === undefined ? root === undefined : box && (box.open || container === root);
    if (!isDrawn) continue;
    const key = noteKey(index);
    const { x, y, ...size } = noteRect(note);
    const at = drag?.get(key) ?? [x, y];
    const [left, top]: Point = box ? [box.x + containerPadding, box.y + containerHead + containerPadding] : [0, 0];
    drawn.push({ key, note, container, at, depth: box ? box.depth + 1 : 0, x: left + at[0], y: top + at[1], ...size });
  }
  return drawn;
}
