import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { findNextInOrder } from '@/workflow/graph/task-order';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { computeNoteBoxes } from '../canvas/pointer/note-at';
import type { Box, Boxes } from '../geometry/boxes';
import type { NoteBox } from '../geometry/note-boxes';
import { computeBoxesUnder, findCanvasFrame } from '../geometry/root-boxes';
import { type ArrowDirection, directions } from './directions';

/** Selects the task or note that an arrow key leads to, and brings it into view. */
export function walkByArrow({ document, view }: AppStores, direction: ArrowDirection): void {
  const { root, selection, gesture } = view.getState().canvas;
  const { document: current } = document.getState();
  // A wire or a move ends at a task.
  const notes = gesture.kind === 'none' ? computeNoteBoxes({ document, view }) : [];
  const to = walkFrom(
    computeBoxesUnder(current, root),
    [...selection][0],
    direction,
    findCanvasFrame(current, root),
    notes,
  );
  if (to === undefined) return;
  selectTasks(view, [to]);
  view.requests.reveal.send([to]);
}

/** What the arrows lead to: a task, or a note. */
interface Stop extends Pick<Box, 'x' | 'y'> {
  readonly key: string;
  /** The container in which it lies. */
  readonly container: TaskPath | undefined;
}

/**
 * The task or note that an arrow key leads to; without a current one the first task. Among those in the same container
 * it is the nearest in that direction; one straight ahead counts as nearer than one to the side. Down enters an open
 * container, up leaves it at its head, and the other directions leave it to what lies beside it. None leaves `root`.
 */
export function walkFrom(
  boxes: Boxes,
  from: string | undefined,
  direction: ArrowDirection,
  root?: TaskPath,
  notes: readonly NoteBox[] = [],
): string | undefined {
  const box = from === undefined ? undefined : boxes.get(from);
  const current = box ? createStop(box) : notes.find(({ key }) => key === from);
  if (!current)
    return (findLeftmost(listStopsBeside(boxes, [], root)) ?? findLeftmost(listStopsBeside(boxes, notes, root)))?.key;
  if (direction === 'down' && box?.open) {
    const first = findLeftmost(listStopsBeside(boxes, notes, box.taskPath));
    if (first) return first.key;
  }
  return findOnward(boxes, notes, current, direction, root);
}

function findOnward(
  boxes: Boxes,
  notes: readonly NoteBox[],
  from: Stop,
  direction: ArrowDirection,
  root: TaskPath | undefined,
): string | undefined {
  const { container } = from;
  const next = findNearest(listStopsBeside(boxes, notes, container), from, direction);
  const containerBox = container === undefined ? undefined : boxes.get(container);
  if (next || !containerBox || container === root) return next?.key;
  return direction === 'up'
    ? containerBox.taskPath
    : findOnward(boxes, notes, createStop(containerBox), direction, root);
}

function createStop({ taskPath, x, y }: Box): Stop {
  return { key: taskPath, container: findContainerPath(taskPath), x, y };
}

function listStopsBeside(boxes: Boxes, notes: readonly NoteBox[], container: TaskPath | undefined): Stop[] {
  const stops: Stop[] = notes.filter((note) => note.container === container);
  for (const box of boxes.values()) if (findContainerPath(box.taskPath) === container) stops.push(createStop(box));
  return stops;
}

function findNearest(stops: readonly Stop[], from: Stop, direction: ArrowDirection): Stop | undefined {
  const [dx, dy] = directions[direction];
  let least = Number.POSITIVE_INFINITY;
  let found: Stop | undefined;
  for (const stop of stops) {
    const along = (stop.x - from.x) * dx + (stop.y - from.y) * dy;
    const aside = Math.abs((stop.x - from.x) * dy) + Math.abs((stop.y - from.y) * dx);
    if (stop.key === from.key || along <= 0 || aside > 3 * along) continue;
    const distance = along + 2 * aside;
    if (distance >= least) continue;
    least = distance;
    found = stop;
  }
  return found;
}

/** The leftmost one; of several the upper one. */
function findLeftmost(stops: readonly Stop[]): Stop | undefined {
  return stops.toSorted((a, b) => a.x - b.x || a.y - b.y)[0];
}

/** Selects the next or the previous task in the order in which they are read, and shows it. */
export function walkInOrder({ document, view }: AppStores, by: 1 | -1): void {
  const { document: workflow } = document.getState();
  const {
    canvas: { root, selection },
  } = view.getState();
  const boxes = computeBoxesUnder(workflow, root);
  const to = findNextInOrder(workflow, [...selection][0], by, (taskPath) => boxes.get(taskPath)?.open ?? false, root);
  if (to === undefined) return;
  selectTasks(view, [to]);
  view.requests.reveal.send([to]);
}
