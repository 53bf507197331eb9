import type { AppStores } from '@/state/context';
import { select } from '@/state/view-store';
import { addTask } from '@/workflow/commands/add-task';
import { insertOnEdge } from '@/workflow/commands/edges/insert-on-edge';
import type { Point, WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import { type TaskType, taskTypeInfo } from '@/workflow/tasks';
import { boxesOf } from '../geometry/boxes';
import { tasksIn } from '../geometry/hit-test';
import { boundsOf, nodeHeight, nodeWidth, taskGap } from '../geometry/node-geometry';
import { canvasOf } from './canvas-handle';
import { edit } from './edit';

/** What a new task is connected to. */
interface Neighbours {
  readonly after?: string;
  readonly before?: string;
}

/**
 * Adds a task of this type, centred at a point of the canvas, and selects it. Without a point the canvas chooses one.
 */
export async function addTaskAt(
  stores: AppStores,
  type: TaskType,
  middle?: Point,
  { after, before }: Neighbours = {},
): Promise<void> {
  const [x, y] = middle ?? canvasOf(stores.view)?.place() ?? placeBelow(stores.document.getState().document);
  const args = {
    type,
    ...(after === undefined ? {} : { after: after as TaskId }),
    ...(before === undefined ? {} : { before: before as TaskId }),
  };
  const added = await edit(
    stores,
    (document) =>
      addTask(document, { ...args, at: freePlace(document, [x - nodeWidth / 2, y - nodeHeight / 2] as const) }),
    `Add ${taskTypeInfo[type].label.toLowerCase()} task`,
  );
  if (added?.[0]) select(stores.view, [added[0]]);
}

/** Inserts an unconnected task into an edge. */
export async function insertOn(stores: AppStores, task: string, edge: { from: string; to: string }): Promise<void> {
  const args = { task: task as TaskId, from: edge.from as TaskId, to: edge.to as TaskId };
  await edit(stores, (document) => insertOnEdge(document, args), 'Insert into the edge');
}

/** Pixels between a new task and the ones that it must not cover. */
const gap = 24;

/** This position, or the next one below it where a new task covers no other. */
function freePlace(document: WorkflowDocument, [x, y]: Point): Point {
  const boxes = boxesOf(document);
  let top = y;
  for (;;) {
    const [covered] = tasksIn(boxes, { x, y: top, width: nodeWidth, height: nodeHeight });
    const above = covered === undefined ? undefined : boxes.get(covered);
    if (!above) return [Math.round(x), Math.round(top)];
    top = above.y + above.height + gap;
  }
}

/** A position below everything, for when no canvas is shown. */
function placeBelow(document: WorkflowDocument): Point {
  const bounds = boundsOf(boxesOf(document).values());
  return bounds
    ? [bounds.x + nodeWidth / 2, bounds.y + bounds.height + nodeHeight + taskGap.y]
    : [nodeWidth / 2, nodeHeight / 2];
}
