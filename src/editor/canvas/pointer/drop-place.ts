import { moveRefusal } from '@/workflow/commands/places/move-into';
import { endPlaceOf, placeBeside, placeRefusal } from '@/workflow/commands/places/task-place';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { containerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from '../../geometry/boxes';
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
    const isHome = taskPaths.every((taskPath) => containerPath(taskPath) === into.container);
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
  return { into, refusal: placeRefusal(document, into, 1), isHome: false };
}

/** Where tasks that are moved by keyboard would go at the selected task. */
export function keyTarget(document: WorkflowDocument, taskPaths: readonly TaskPath[], target: TaskPath): DropTarget {
  const task = locateTask(document, target)?.task;
  const into = (task && endPlaceOf(task, target)) ?? placeBeside(document, target);
  return { into, refusal: moveRefusal(document, taskPaths, into), isHome: false };
}
