import type { AppStores } from '@/state/context';
import { isNoteKey } from '@/workflow/notes';
import type { Rect } from '../../geometry/node-geometry';
import { computeBoxesUnder } from '../../geometry/root-boxes';
import type { AskedMenu, MenuTarget } from '../canvas-state';
import { computeNoteBoxes } from '../pointer/note-at';

/** What a menu is of, and where it opens, in pixels of the window. */
interface OpenedMenu {
  readonly x: number;
  readonly y: number;
  readonly target: MenuTarget;
}

/** Pixels from the upper left corner of a task to the menu that the key opens. */
const inset = 24;

/**
 * The menu that is asked for. By key it is of what is selected, and at the first of that if it is in view. `placeOf`:
 * where the upper left corner of a box is, in pixels of the window; undefined: it is not in view.
 */
export function buildMenu(
  stores: AppStores,
  { x, y, target }: AskedMenu,
  placeOf: (box: Rect) => Pick<OpenedMenu, 'x' | 'y'> | undefined,
): OpenedMenu {
  if (target !== 'selected') return { x, y, target };
  const { selection, edge: selectedEdge, root } = stores.view.getState().canvas;
  const [first] = selection;
  if (first === undefined) return { x, y, target: selectedEdge === undefined ? 'canvas' : 'edge' };
  const boxes: ReadonlyMap<string, Rect> = computeBoxesUnder(stores.document.getState().document, root);
  const box = isNoteKey(first) ? computeNoteBoxes(stores).find(({ key }) => key === first) : boxes.get(first);
  const corner = box && placeOf(box);
  return {
    ...(corner === undefined ? { x, y } : { x: corner.x + inset, y: corner.y + inset }),
    target: [...selection].every(isNoteKey) ? 'note' : 'task',
  };
}
