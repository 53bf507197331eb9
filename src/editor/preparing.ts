import { runInSlices } from '@/ui/in-slices';
import { listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { buildGraph } from '@/workflow/graph/graph';
import { findTaskPosition } from '@/workflow/graph/task-order';
import type { Task } from '@/workflow/tasks';
import { createPlacing, measureTask } from './geometry/box-sizes';
import { computeBoxes } from './geometry/boxes';
import { listEdges } from './geometry/edges';
import { listTreeRows } from './tree/tree-rows';

/**
 * Derives what canvas and tree show of a document, which they find made when they ask for it. Stops after each piece of
 * it, so that the page can answer in between.
 */
function* prepareInSteps(document: WorkflowDocument): Generator<void> {
  buildGraph(document);
  yield;
  const placing = createPlacing(document.layout, new Map());
  for (const id of listTaskIds(document)) {
    // The containers, whose sizes are kept.
    if (measureTask(document.tasks[id] as Task, id, placing).parts !== undefined) yield;
  }
  const boxes = computeBoxes(document);
  yield;
  listEdges(document, boxes);
  yield;
  listTreeRows(document);
  yield;
  // Where each task stands among all.
  findTaskPosition(document, listTaskIds(document)[0] ?? '');
}

/** Derives all that, a little at a time. */
export function prepareDocument(document: WorkflowDocument): Promise<void> {
  const forever = new AbortController().signal;
  return new Promise((resolve) => {
    runInSlices(prepareInSteps(document), () => {}, resolve, forever, 1);
  });
}
