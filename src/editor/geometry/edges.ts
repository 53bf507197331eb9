import { sameInOrder } from '@/base/json';
import { alikeThroughout } from '@/workflow/alike-throughout';
import type { WorkflowDocument } from '@/workflow/document';
import { locateTask, partPath, type TaskPath } from '@/workflow/task-path';
import { idsOf, type TaskRecord } from '@/workflow/task-record';
import type { Boxes } from './boxes';
import type { Rect } from './node-geometry';

/** A dependency whose ends are both drawn: between two tasks of the document, or of an open group. */
export interface DrawnEdge {
  readonly source: TaskPath;
  readonly target: TaskPath;
  /** The number of containers around both. */
  readonly depth: number;
}

const known = new WeakMap<Boxes, { readonly tasks: TaskRecord; readonly edges: readonly DrawnEdge[] }>();

/** The edges between the boxes of a document. Returns the same list while boxes and dependencies are the same. */
export function edgesOf(document: WorkflowDocument, boxes: Boxes): readonly DrawnEdge[] {
  const { tasks } = document;
  const seen = known.get(boxes);
  const edges = seen && waitAsBefore(seen.tasks, tasks) ? seen.edges : collect(document, boxes);
  known.set(boxes, { tasks, edges });
  return edges;
}

function collect(document: WorkflowDocument, boxes: Boxes): readonly DrawnEdge[] {
  const edges: DrawnEdge[] = [];
  addEdges(edges, document.tasks, boxes, undefined, 0);
  for (const { taskPath, type, open, depth } of boxes.values()) {
    const task = open && type === 'group' ? locateTask(document, taskPath)?.task : undefined;
    if (task?.type === 'group') addEdges(edges, task.subtasks ?? {}, boxes, taskPath, depth + 1);
  }
  return edges;
}

function addEdges(
  edges: DrawnEdge[],
  tasks: TaskRecord,
  boxes: Boxes,
  container: TaskPath | undefined,
  depth: number,
): void {
  const placeOf = (id: string) => (container === undefined ? id : partPath(container, id));
  for (const id of idsOf(tasks)) {
    const target = placeOf(id);
    for (const dependency of tasks[id]?.dependsOn ?? []) {
      const source = placeOf(dependency);
      if (boxes.has(source) && boxes.has(target)) edges.push({ source, target, depth });
    }
  }
}

/** Whether the tasks, and those inside them, have the same dependencies as before. */
function waitAsBefore(before: TaskRecord, after: TaskRecord): boolean {
  return alikeThroughout(before, after, (was, is) => sameInOrder(was.dependsOn, is.dependsOn));
}

/** Whether an edge may be visible in a part of the canvas: whether the frame around its ends touches that part. */
export function mayCross(from: Rect, to: Rect, { x, y, width, height }: Rect): boolean {
  return (
    Math.min(from.x, to.x) <= x + width &&
    Math.max(from.x + from.width, to.x + to.width) >= x &&
    Math.min(from.y, to.y) <= y + height &&
    Math.max(from.y + from.height, to.y + to.height) >= y
  );
}
