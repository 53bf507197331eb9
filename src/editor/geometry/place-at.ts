import { findEndPlace, getPlaceKind, type TaskPlace } from '@/workflow/commands/places/task-place';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import { buildPartPath, findContainerPath, listParts, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Box, Boxes } from './boxes';
import { containerHead, containerPadding } from './node-geometry';

/**
 * The place under a point of the canvas: in the innermost container there, among steps before the first one to the
 * right, among cases before the first one below. `moving`: tasks that are being dragged, which are looked through.
 * `root`: the container that the canvas is opened at.
 */
export function placeAt(
  document: WorkflowDocument,
  boxes: Boxes,
  point: Point,
  moving: readonly TaskPath[] = [],
  root?: TaskPath,
): TaskPlace {
  const dragged = new Set(moving);
  const container = findContainerAt(boxes, point, dragged) ?? root;
  const task = container === undefined ? undefined : locateTask(document, container)?.task;
  const isFunction = root !== undefined && findFunctionName(root) !== undefined;
  if (isFunction && (task === undefined || container === root) && !(task && getPlaceKind(task.type)))
    return { kind: 'slot', container: undefined, segment: root };
  if (container === undefined || task === undefined) return { kind: 'graph', container: undefined };
  const end = findEndPlace(task, container);
  if (end === undefined) return { kind: 'graph', container };
  if (end.kind === 'slot') {
    // A task that is dragged in its own slot stays there.
    const own = moving.find((taskPath) => findContainerPath(taskPath) === container);
    return own === undefined ? end : { ...end, segment: own.slice(container.length + 1) };
  }
  if (end.kind !== 'list') return end;
  const isRow = task.type === 'sequential';
  const listed = listParts(task).filter(({ position }) => position.role === 'step' || position.role === 'case');
  for (const { position } of listed) {
    const box = boxes.get(buildPartPath(container, position.segment));
    if (box === undefined || dragged.has(box.taskPath)) continue;
    const isAfter = isRow ? box.x + box.width / 2 > point[0] : box.y + box.height / 2 > point[1];
    if (isAfter) return { ...end, index: findNumber(position.path) };
  }
  return end;
}

function findNumber(path: readonly (string | number)[]): number {
  return path.find((step) => typeof step === 'number') ?? 0;
}

function findContainerAt(boxes: Boxes, [x, y]: Point, dragged: ReadonlySet<TaskPath>): TaskPath | undefined {
  let found: TaskPath | undefined;
  for (const [taskPath, box] of boxes) {
    const takes = box.open || getPlaceKind(box.type) !== undefined;
    if (!takes || x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height) continue;
    if (!isDragged(taskPath, dragged)) found = taskPath;
  }
  return found;
}

function isDragged(taskPath: TaskPath, dragged: ReadonlySet<TaskPath>): boolean {
  for (let at: TaskPath | undefined = taskPath; at !== undefined; at = findContainerPath(at))
    if (dragged.has(at)) return true;
  return false;
}

/** The upper left corner of the content of a container, from which the positions of its parts are counted. */
export function computeContentOrigin(boxes: Boxes, container: TaskPath | undefined): Point {
  const box: Box | undefined = container === undefined ? undefined : boxes.get(container);
  return box ? [box.x + containerPadding, box.y + containerHead + containerPadding] : [0, 0];
}
