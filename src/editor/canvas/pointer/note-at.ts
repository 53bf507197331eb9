import type { AppStores } from '@/state/context';
import type { Point } from '@/workflow/document';
import type { NoteKey } from '@/workflow/notes';
import { type NoteBox, noteBoxes } from '../../geometry/note-boxes';
import { computeBoxesUnder } from '../../geometry/root-boxes';

/** The boxes of the notes on the canvas. */
export function computeNoteBoxes({ document, view }: Pick<AppStores, 'document' | 'view'>): readonly NoteBox[] {
  const { document: now } = document.getState();
  const { root } = view.getState().canvas;
  return now.layout?.notes === undefined ? [] : noteBoxes(now, computeBoxesUnder(now, root), root);
}

/** The uppermost note at a point of the canvas. */
export function noteAt(stores: Pick<AppStores, 'document' | 'view'>, [x, y]: Point): NoteKey | undefined {
  return computeNoteBoxes(stores).findLast(
    (box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
  )?.key;
}
