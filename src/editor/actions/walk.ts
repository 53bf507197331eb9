import type { Point } from '@/workflow/document';
import { containerPath, type TaskPath } from '@/workflow/task-path';
import type { Box, Boxes } from '../geometry/boxes';

export type ArrowDirection = 'left' | 'right' | 'up' | 'down';

/** The unit vector of each direction; down is positive, as on a screen. */
export const directions: { readonly [D in ArrowDirection]: Point } = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/**
 * The task that an arrow key leads to; without a current task the first one. Among tasks in the same container it is
 * the nearest in that direction; a task straight ahead counts as nearer than one to the side. Down enters an open
 * container, up leaves it at its head, and the other directions leave it to what lies beside it. None leaves `root`.
 */
export function walkFrom(
  boxes: Boxes,
  from: TaskPath | undefined,
  direction: ArrowDirection,
  root?: TaskPath,
): TaskPath | undefined {
  const box = from === undefined ? undefined : boxes.get(from);
  if (!box) return firstOf(besides(boxes, root))?.taskPath;
  if (direction === 'down' && box.open) return firstOf(besides(boxes, box.taskPath))?.taskPath;
  return onward(boxes, box, direction, root);
}

function onward(boxes: Boxes, box: Box, direction: ArrowDirection, root?: TaskPath): TaskPath | undefined {
  const container = containerPath(box.taskPath);
  const next = nearest(besides(boxes, container), box, direction);
  const containerBox = container === undefined ? undefined : boxes.get(container);
  if (next || !containerBox || container === root) return next?.taskPath;
  return direction === 'up' ? containerBox.taskPath : onward(boxes, containerBox, direction, root);
}

function besides(boxes: Boxes, container: TaskPath | undefined): Box[] {
  return [...boxes.values()].filter(({ taskPath }) => containerPath(taskPath) === container);
}

function nearest(boxes: readonly Box[], from: Box, direction: ArrowDirection): Box | undefined {
  const [dx, dy] = directions[direction];
  let least = Number.POSITIVE_INFINITY;
  let found: Box | undefined;
  for (const box of boxes) {
    const along = (box.x - from.x) * dx + (box.y - from.y) * dy;
    const aside = Math.abs((box.x - from.x) * dy) + Math.abs((box.y - from.y) * dx);
    if (box === from || along <= 0 || aside > 3 * along) continue;
    const distance = along + 2 * aside;
    if (distance >= least) continue;
    least = distance;
    found = box;
  }
  return found;
}

/** The leftmost task; of several the upper one. */
function firstOf(boxes: readonly Box[]): Box | undefined {
  return boxes.toSorted((a, b) => a.x - b.x || a.y - b.y)[0];
}
