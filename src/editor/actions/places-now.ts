import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import {
  findEndPlace,
  findOccupant,
  findTaskPlace,
  placeBeside,
  type TaskPlace,
} from '@/workflow/commands/places/task-place';
import type { Point } from '@/workflow/document';
import { findContainerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import { computeBounds, taskGap } from '../geometry/node-geometry';
import { computeContentOrigin } from '../geometry/place-at';
import { computeBoxesUnder } from '../geometry/root-boxes';
import { listSelectedPaths } from './edit';
import { findFreeRow } from './next-place';

// Where something new goes on the canvas as it is.

/** The path of the container that the canvas is opened at; undefined: none. */
export const getShownRoot = ({ view }: AppStores): TaskPath | undefined => view.getState().canvas.root;
/** The boxes on the canvas as it is now. */
export const computeBoxesNow = (stores: AppStores) =>
  computeBoxesUnder(stores.document.getState().document, getShownRoot(stores));
/** A point of the canvas, counted from an origin. */
export const subtractOrigin = ([x, y]: Point, [left, top]: Point): Point => [x - left, y - top];

/** A position in a container, which is not outside of its content; the canvas itself has no border. */
export function keepInside([x, y]: Point, container: TaskPath | undefined): Point {
  return container === undefined
    ? [Math.round(x), Math.round(y)]
    : [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
}

/** The place for a task that nobody has aimed: in the selected container, else beside the selected task. */
export function placeForNew(stores: AppStores): TaskPlace {
  const { document } = stores.document.getState();
  const selected = listSelectedPaths(stores).at(-1) ?? getShownRoot(stores);
  const task = selected === undefined ? undefined : locateTask(document, selected)?.task;
  if (selected === undefined) return { kind: 'graph', container: undefined };
  if (task === undefined) return findTaskPlace(document, selected);
  const end = findEndPlace(task, selected);
  if (end !== undefined && findOccupant(document, end) === undefined) return end;
  return placeBeside(document, selected);
}

/** A position right of the selected task, in the first free row, else below everything in the container. */
export function findPositionBeside(stores: AppStores, container: TaskPath | undefined): Point {
  const boxes = computeBoxesNow(stores);
  const selected = listSelectedPaths(stores).filter((taskPath) => findContainerPath(taskPath) === container);
  const last = boxes.get(selected.at(-1) ?? '');
  const origin = computeContentOrigin(boxes, container);
  if (last) return subtractOrigin(findFreeRow(boxes, [last.x + last.width + taskGap.x, last.y], container), origin);
  const [left, top] = origin;
  const bounds = computeBounds([...boxes.values()].filter(({ taskPath }) => findContainerPath(taskPath) === container));
  return bounds ? [bounds.x - left, bounds.y - top + bounds.height + taskGap.y] : [0, 0];
}

/** Selects tasks and notes, and brings them into view. */
export function showParts({ view }: AppStores, taskPaths: readonly TaskPath[]): void {
  selectTasks(view, taskPaths);
  view.requests.reveal.send(taskPaths);
}
