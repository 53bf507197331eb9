import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { nextInOrder } from '@/workflow/graph/task-order';
import { containerPath, type TaskPath } from '@/workflow/task-path';
import { notesNow } from '../canvas/pointer/note-at';
import type { Box, Boxes } from '../geometry/boxes';
import type { NoteBox } from '../geometry/note-boxes';
import { boxesUnder, canvasFrame } from '../geometry/root-boxes';
import { type ArrowDirection, directions } from './directions';

/** Selects the task or note that an arrow key leads to, and brings it into view. */
export function walk({ document, view }: AppStores, direction: ArrowDirection): void {
  const { root, selection, gesture } = view.getState().canvas;
  const { document: current } = document.getState();
  // A wire or a move ends at a task.
  const notes = gesture.kind === 'none' ? notesNow({ document, view }) : [];
  const to = walkFrom(boxesUnder(current, root), [...selection][0], direction, canvasFrame(current, root), notes);
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
  const current = box ? stopOf(box) : notes.find(({ key }) => key === from);
  if (!current) return (firstOf(besides(boxes, [], root)) ?? firstOf(besides(boxes, notes, root)))?.key;
  if (direction === 'down' && box?.open) {
    const first = firstOf(besides(boxes, notes, box.taskPath));
    if (first) return first.key;
  }
  return onward(boxes, notes, current, direction, root);
}

function onward(
  boxes: Boxes,
  notes: readonly NoteBox[],
  from: Stop,
  direction: ArrowDirection,
  root: TaskPath | undefined,
): string | undefined {
  const { container } = from;
  const next = nearest(besides(boxes, notes, container), from, direction);
  const containerBox = container === undefined ? undefined : boxes.get(container);
  if (next || !containerBox || container === root) return next?.key;
  return direction === 'up' ? containerBox.taskPath : onward(boxes, notes, stopOf(containerBox), direction, root);
}

function stopOf({ taskPath, x, y }: Box): Stop {
  return { key: taskPath, container: containerPath(taskPath), x, y };
}

function besides(boxes: Boxes, notes: readonly NoteBox[], container: TaskPath | undefined): Stop[] {
  const stops: Stop[] = notes.filter((note) => note.container === container);
  for (const box of boxes.values()) if (containerPath(box.taskPath) === container) stops.push(stopOf(box));
  return stops;
}

function nearest(stops: readonly Stop[], from: Stop, direction: ArrowDirection): Stop | undefined {
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
function firstOf(stops: readonly Stop[]): Stop | undefined {
  return stops.toSorted((a, b) => a.x - b.x || a.y - b.y)[0];
}

/** Selects the next or the previous task in the order in which they are read, and shows it. */
export function walkInOrder({ document, view }: AppStores, by: 1 | -1): void {
  const { document: workflow } = document.getState();
  const {
    canvas: { root, selection },
  } = view.getState();
  const boxes = boxesUnder(workflow, root);
  const to = nextInOrder(workflow, [...selection][0], by, (taskPath) => boxes.get(taskPath)?.open ?? false, root);
  if (to === undefined) return;
  selectTasks(view, [to]);
  view.requests.reveal.send([to]);
}
