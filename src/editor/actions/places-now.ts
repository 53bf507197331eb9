import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { endPlaceOf, occupantOf, placeBeside, placeOf, type TaskPlace } from '@/workflow/commands/places/task-place';
import type { Point } from '@/workflow/document';
import { containerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import { boundsOf, taskGap } from '../geometry/node-geometry';
import { contentOrigin } from '../geometry/place-at';
import { boxesUnder } from '../geometry/root-boxes';
import { selectedPaths } from './edit';

// Where something new goes on the canvas as it is.

/** The path of the container that the canvas is opened at; undefined: none. */
export const shownRoot = ({ view }: AppStores): TaskPath | undefined => view.getState().canvas.root;
/** The boxes on the canvas as it is now. */
export const boxesNow = (stores: AppStores) => boxesUnder(stores.document.getState().document, shownRoot(stores));
/** A point of the canvas, counted from an origin. */
export const within = ([x, y]: Point, [left, top]: Point): Point => [x - left, y - top];

/** A position in a container, which is not outside of its content; the canvas itself has no border. */
export function inside([x, y]: Point, container: TaskPath | undefined): Point {
  return container === undefined
    ? [Math.round(x), Math.round(y)]
    : [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
}

/** The place for a task that nobody has aimed: in the selected container, else beside the selected task. */
export function placeForNew(stores: AppStores): TaskPlace {
  const { document } = stores.document.getState();
  const selected = selectedPaths(stores).at(-1) ?? shownRoot(stores);
  const task = selected === undefined ? undefined : locateTask(document, selected)?.task;
  if (selected === undefined) return { kind: 'graph', container: undefined };
  if (task === undefined) return placeOf(document, selected);
  const end = endPlaceOf(task, selected);
  if (end !== undefined && occupantOf(document, end) === undefined) return end;
  return placeBeside(document, selected);
}

/** A position right of the selected task, else below everything in the container. */
export function positionBeside(stores: AppStores, container: TaskPath | undefined): Point {
  const boxes = boxesNow(stores);
  const selected = selectedPaths(stores).filter((taskPath) => containerPath(taskPath) === container);
  const last = boxes.get(selected.at(-1) ?? '');
  if (last) return [last.at[0] + last.width + taskGap.x, last.at[1]];
  const [left, top] = contentOrigin(boxes, container);
  const bounds = boundsOf([...boxes.values()].filter(({ taskPath }) => containerPath(taskPath) === container));
  return bounds ? [bounds.x - left, bounds.y - top + bounds.height + taskGap.y] : [0, 0];
}

/** Selects tasks and notes, and brings them into view. */
export function showParts({ view }: AppStores, taskPaths: readonly TaskPath[]): void {
  selectTasks(view, taskPaths);
  view.requests.reveal.send(taskPaths);
}
