import type { Point } from '@/workflow/document';
import { containerPath, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from './boxes';
import { type Rect, touches } from './node-geometry';

/** The uppermost task at a point of the canvas; of nested tasks the innermost. */
export function taskAt(boxes: Boxes, [x, y]: Point): TaskPath | undefined {
  let found: TaskPath | undefined;
  for (const [taskPath, box] of boxes) {
    if (x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) found = taskPath;
  }
  return found;
}

/** The tasks that a rectangle touches: those of the document, or those directly in the container `root`. */
export function tasksIn(boxes: Boxes, rect: Rect, root?: TaskPath): TaskPath[] {
  const found: TaskPath[] = [];
  for (const [taskPath, box] of boxes) if (containerPath(taskPath) === root && touches(box, rect)) found.push(taskPath);
  return found;
}
