import type { AppStores } from '@/state/context';
import { getSelectedTask } from '@/state/view-store';
import { findEndPlace, findOccupant, findTaskPlace } from '@/workflow/commands/places/task-place';
import type { Point } from '@/workflow/document';
import { findContainerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from '../geometry/boxes';
import { isTouching, nodeHeight, nodeWidth, taskGap } from '../geometry/node-geometry';
import { computeBoxesUnder } from '../geometry/root-boxes';

/** The task that a new one comes after, and the upper left corner of the new one, in pixels of the canvas. */
interface NextPlace {
  readonly after: TaskPath;
  readonly at: Point;
}

/**
 * Where the task after the selected one goes; undefined where none is selected that others can wait for, or one that
 * new tasks go into.
 */
export function findNextPlace({
  document: documents,
  view,
}: Pick<AppStores, 'document' | 'view'>): NextPlace | undefined {
  const after = getSelectedTask(view.getState());
  if (after === undefined) return undefined;
  const { document } = documents.getState();
  const task = locateTask(document, after)?.task;
  const end = task && findEndPlace(task, after);
  if (task === undefined || (end && findOccupant(document, end) === undefined)) return undefined;
  if (findTaskPlace(document, after).kind !== 'graph') return undefined;
  const boxes = computeBoxesUnder(document, view.getState().canvas.root);
  const box = boxes.get(after);
  return box && { after, at: findFreeRow(boxes, [box.x + box.width + taskGap.x, box.y], findContainerPath(after)) };
}

/** The first row from a place downwards that no task of its container lies in. */
export function findFreeRow(boxes: Boxes, [x, y]: Point, container: TaskPath | undefined): Point {
  const beside = [...boxes.values()].filter(({ taskPath }) => findContainerPath(taskPath) === container);
  let top = y;
  for (;;) {
    const rect = { x: x - taskGap.x / 2, y: top, width: nodeWidth + taskGap.x, height: nodeHeight };
    if (!beside.some((box) => isTouching(box, rect))) return [x, top];
    top += nodeHeight + taskGap.y;
  }
}
