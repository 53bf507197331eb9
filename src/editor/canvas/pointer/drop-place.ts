import { moveRefusal } from '@/workflow/commands/places/move-into';
import { findEndPlace, placeBeside, placeRefusal } from '@/workflow/commands/places/task-place';
import { makeRoomInFunction } from '@/workflow/commands/structure/room-in-function';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { getGraph } from '@/workflow/graph/graph';
import type { TaskId } from '@/workflow/names';
import { findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from '../../geometry/boxes';
import { findEdgeNear } from '../../geometry/edge-near';
import { listEdges } from '../../geometry/edges';
import { placeAt } from '../../geometry/place-at';
import type { DropTarget } from '../canvas-state';

/** Where dragged tasks would go, by the pointer. What is asked of the document is asked once for each place. */
export function dropTargets(
  document: WorkflowDocument,
  boxes: Boxes,
  taskPaths: readonly TaskPath[],
  root: TaskPath | undefined,
): (point: Point) => DropTarget {
  const refusals = new Map<string, string | undefined>();
  return (point) => {
    const into = placeAt(document, boxes, point, taskPaths, root);
    const key = into.container ?? '';
    if (!refusals.has(key)) refusals.set(key, moveRefusal(document, taskPaths, into));
    const isHome = taskPaths.every((taskPath) => findContainerPath(taskPath) === into.container);
    return { into, refusal: refusals.get(key), isHome };
  };
}

/** Where a new task would go. */
export function addTarget(
  document: WorkflowDocument,
  boxes: Boxes,
  point: Point,
  root: TaskPath | undefined,
): DropTarget {
  const into = placeAt(document, boxes, point, [], root);
  const room = makeRoomInFunction(document, into);
  return { into, refusal: placeRefusal(room.document, room.into, 1), isHome: false };
}

/** Where tasks that are moved by keyboard would go at the selected task. */
export function findKeyTarget(
  document: WorkflowDocument,
  taskPaths: readonly TaskPath[],
  target: TaskPath,
): DropTarget {
  const task = locateTask(document, target)?.task;
  const into = (task && findEndPlace(task, target)) ?? placeBeside(document, target);
  return { into, refusal: moveRefusal(document, taskPaths, into), isHome: false };
}

/** The greatest distance, in screen pixels, at which an edge takes in a new task. */
const newTaskReach = 20;

/** The edge that takes in a new task at a point; undefined: none. */
export function findEdgeAt(document: WorkflowDocument, boxes: Boxes, point: Point, zoom: number) {
  return findEdgeNear(listEdges(document, boxes), boxes, point, newTaskReach / zoom);
}

/**
 * Whether a task has no edge yet. Only such a task can be dropped into an edge, so that a move never rewires by
 * accident.
 */
function isWithoutEdges(document: WorkflowDocument, taskPath: TaskPath): boolean {
  const container = findContainerPath(taskPath);
  const holder = container === undefined ? undefined : locateTask(document, container)?.task;
  const beside = container === undefined ? document.tasks : holder?.type === 'group' ? (holder.subtasks ?? {}) : {};
  const { dependencies, dependents } = getGraph(beside);
  const id = getLastSegment(taskPath) as TaskId;
  return (dependents.get(id) ?? []).length === 0 && (dependencies.get(id) ?? []).length === 0;
}

/** The greatest distance, in screen pixels, between the centre of a task and the edge that takes it in. */
const dropReach = 28;

/** The edge that takes in a task, whose upper left corner is dragged there; undefined: none. */
export function findEdgeUnder(
  document: WorkflowDocument,
  boxes: Boxes,
  taskPath: TaskPath,
  corner: Point,
  zoom: number,
) {
  const box = boxes.get(taskPath);
  if (!box || !isWithoutEdges(document, taskPath)) return undefined;
  const middle: Point = [corner[0] + box.width / 2, corner[1] + box.height / 2];
  const edge = findEdgeNear(listEdges(document, boxes), boxes, middle, dropReach / zoom);
  return edge?.to.startsWith(`${taskPath}/`) ? undefined : edge;
}
