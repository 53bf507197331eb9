import type { AppStores } from '@/state/context';
import type { EditCommand } from '@/state/document-state';
import { beginGesture, dragTo, endGesture, findDragged } from '@/state/view/gestures';
import { awaitNextTask } from '@/ui/next-task';
import { getMotionMs } from '@/ui/theme/motion';
import { moveTasks } from '@/workflow/commands/move-tasks';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { findTopTask, listTaskIds } from '@/workflow/document';
import { type Box, type Boxes, computeBoxes, listTopBoxes } from '../geometry/boxes';
import type { Positions } from '../geometry/node-geometry';
import { findCanvasFrame } from '../geometry/root-boxes';
import { prepareDocument } from '../preparing';
import { performEdit } from './edit';
import { tidyWithin } from './tidy-selected';

/**
 * Lays out all tasks of the canvas anew, as one step of the edit history, and animates the move. Tasks inside others
 * get their automatic positions. What is selected stays where it is on the screen; with nothing selected, all is shown.
 * On a canvas that is opened at a container, that is what is directly in it.
 */
export async function tidyUp(stores: AppStores): Promise<void> {
  const { id, document } = stores.document.getState();
  const frame = findCanvasFrame(document, stores.view.getState().canvas.root);
  if (frame !== undefined) return tidyWithin(stores, frame);
  const isMany = listTaskIds(document).length > mostThatGlide;
  const pause = isMany ? awaitNextTask : () => Promise.resolve();
  await pause();
  const laidOut = computeBoxes(removePositions(document));
  const [right, down] = computeShiftOfSelected(stores, laidOut);
  const placed = new Map(
    listTopBoxes(laidOut).map(({ taskPath, at: [x, y] }): [string, Point] => [taskPath, [x + right, y + down]]),
  );
  await pause();
  // Another workflow may have tasks with the same ids.
  if (stores.document.getState().id !== id) return;
  const placeTasks = (current: WorkflowDocument) =>
    moveTasks(current, { positions: keepExisting(placed, current), alone: true });
  if (isMany) {
    await tidyMany(stores, placeTasks);
    return;
  }
  const before = listPositions(stores.document.getState().document);
  // A gesture that a person makes meanwhile goes on: then the tasks are at their places at once.
  const glides = stores.view.getState().canvas.gesture.kind === 'none';
  if (glides) beginGesture(stores.view, { kind: 'drag', at: before });
  const done = await performEdit(stores, placeTasks, 'Tidy up');
  if (glides) await glideTasks(stores, before, done !== undefined);
  showAllUnlessSelected(stores);
}

/** Makes the edit without a move that is seen, once what it draws anew is there. */
async function tidyMany(stores: AppStores, command: EditCommand): Promise<void> {
  const { document } = stores.document.getState();
  const made = command(document);
  if (made.ok) await prepareDocument(made.value);
  await performEdit(stores, (current) => (current === document ? made : command(current)), 'Tidy up');
  await awaitNextTask();
  showAllUnlessSelected(stores);
}

/** The selected task that is drawn; of several the first one. */
function findSelected({ document, view }: AppStores): Box | undefined {
  const boxes = computeBoxes(document.getState().document);
  for (const key of view.getState().canvas.selection) {
    const box = boxes.get(key);
    if (box !== undefined) return box;
  }
  return undefined;
}

/** How far a layout must move so that the selected task is where it was. */
function computeShiftOfSelected(stores: AppStores, laidOut: Boxes): Point {
  const before = findSelected(stores);
  const after = before && laidOut.get(before.taskPath);
  return before && after ? [Math.round(before.x - after.x), Math.round(before.y - after.y)] : [0, 0];
}

function showAllUnlessSelected(stores: AppStores): void {
  if (findSelected(stores) === undefined) stores.view.requests.reveal.send([]);
}

/** The document without positions of tasks, but with its folded containers and the notes in others. */
function removePositions({ layout, ...document }: WorkflowDocument): WorkflowDocument {
  const { tasks: _positions, ...others } = layout ?? {};
  return layout === undefined ? document : { ...document, layout: others };
}

/** The current positions of all tasks, in the form of the layout. */
function listPositions(document: WorkflowDocument): Positions {
  return new Map([...computeBoxes(document)].map(([taskPath, { at }]) => [taskPath, at]));
}

/** Positions of the tasks that still exist. */
function keepExisting(placed: Positions, document: WorkflowDocument): Positions {
  return new Map([...placed].filter(([id]) => findTopTask(document, id) !== undefined));
}

/** Above this number of nodes the move is not animated: it would stutter. */
const mostThatGlide = 400;

/**
 * Animates the tasks from `before`, where they are shown, to their positions in the document. It takes as long as a
 * move of a panel, and stops where a person begins to drag. `moves`: whether they have others now.
 */
async function glideTasks({ document, view }: AppStores, before: Positions, moves: boolean): Promise<void> {
  const after = listPositions(document.getState().document);
  const duration = moves && after.size <= mostThatGlide ? getMotionMs() : 0;
  let shown = before;
  const isOurs = () => findDragged(view.getState()) === shown;
  if (duration > 0) {
    await new Promise<void>((resolve) => {
      const start = performance.now();
      const drawStep = (now: number) => {
        const part = Math.min(Math.max((now - start) / duration, 0), 1);
        if (part === 1 || !isOurs()) {
          resolve();
          return;
        }
        const eased = 1 - (1 - part) ** 3;
        shown = interpolatePositions(before, after, eased);
        dragTo(view, shown);
        requestAnimationFrame(drawStep);
      };
      requestAnimationFrame(drawStep);
    });
  }
  if (isOurs()) endGesture(view, 'drag');
}

/** The positions at a fraction (0 to 1) of the way. */
function interpolatePositions(before: Positions, after: Positions, part: number): Positions {
  const places = new Map<string, Point>();
  for (const [id, to] of after) {
    const from = before.get(id) ?? to;
    places.set(id, [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
  }
  return places;
}
