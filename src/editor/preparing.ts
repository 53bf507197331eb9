import { inSlices } from '@/ui/in-slices';
import { taskIds, type WorkflowDocument } from '@/workflow/document';
import { buildGraph } from '@/workflow/graph/graph';
import { positionOf } from '@/workflow/graph/task-order';
import type { Task } from '@/workflow/tasks';
import { placingOf, sizedTask } from './geometry/box-sizes';
import { boxesOf } from './geometry/boxes';
import { edgesOf } from './geometry/edges';
import { treeRows } from './tree/tree-rows';

/**
 * Derives what canvas and tree show of a document, which they find made when they ask for it. Stops after each piece of
 * it, so that the page can answer in between.
 */
function* preparing(document: WorkflowDocument): Generator<void> {
  buildGraph(document);
  yield;
  const placing = placingOf(document.layout, new Map());
  for (const id of taskIds(document)) {
    // The containers, whose sizes are kept.
    if (sizedTask(document.tasks[id] as Task, id, placing).parts !== undefined) yield;
  }
  const boxes = boxesOf(document);
  yield;
  edgesOf(document, boxes);
  yield;
  treeRows(document);
  yield;
  // Where each task stands among all.
  positionOf(document, taskIds(document)[0] ?? '');
}

/** Derives all that, a little at a time. */
export function prepared(document: WorkflowDocument): Promise<void> {
  const forever = new AbortController().signal;
  return new Promise((resolve) => {
    inSlices(preparing(document), () => {}, resolve, forever, 1);
  });
}
