import type { Point } from '@/workflow/document';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from './boxes';
import { isTouching, type Rect } from './node-geometry';

/** The uppermost task at a point of the canvas; of nested tasks the innermost. */
export function findTaskAt(boxes: Boxes, [x, y]: Point): TaskPath | undefined {
  let found: TaskPath | undefined;
  for (const [taskPath, box] of boxes) {
    if (x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) found = taskPath;
  }
  return found;
}

/** The tasks that a rectangle touches: those of the document, or those directly in the container `root`. */
export function findTasksIn(boxes: Boxes, rect: Rect, root?: TaskPath): TaskPath[] {
  const found: TaskPath[] = [];
  for (const [taskPath, box] of boxes)
    if (findContainerPath(taskPath) === root && isTouching(box, rect)) found.push(taskPath);
  return found;
}
