import { isSameInOrder } from '@/base/json';
import { isAlikeThroughout } from '@/workflow/alike-throughout';
import type { WorkflowDocument } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import { listPorts, listReferredSiblings, type PortName } from '@/workflow/graph/ports';
import { Siblings } from '@/workflow/graph/siblings';
import { buildPartPath, locateTask, type TaskPath } from '@/workflow/task-path';
import { listIds, type TaskRecord } from '@/workflow/task-record';
import type { Task } from '@/workflow/tasks';
import { listReturns } from '@/workflow/tasks/returned';
import { findTasksOnCanvas } from '@/workflow/tasks-on-canvas';
import type { Boxes } from './boxes';
import { computeNamedPortY, portY, type Rect } from './node-geometry';

/**
 * A line between two tasks of the document, or of an open group: a dependency, or a value that a named port of the
 * target reads from the source. Where a port reads it, the dependency has no line of its own.
 */
export interface DrawnEdge {
  readonly source: TaskPath;
  readonly target: TaskPath;
  /** The number of containers around both. */
  readonly depth: number;
  /** The named port of the target that reads the source; undefined: it ends at the main port. */
  readonly port: PortName | undefined;
  /** Where it ends, in pixels below the upper edge of the target. */
  readonly endY: number;
  /** Whether the target depends on the source itself, not only by way of others. */
  readonly waits: boolean;
}

interface Known {
  readonly document: WorkflowDocument;
  readonly boxes: Boxes;
  readonly edges: readonly DrawnEdge[];
}

const known = new WeakMap<Boxes, Known>();
/** The latest edges of the workflow and of a function: most edits join nothing. */
const newest: { workflow?: Known; function?: Known } = {};

/** The edges between the boxes of a document. The same list while tasks, dependencies and ports are the same. */
export function listEdges(document: WorkflowDocument, boxes: Boxes): readonly DrawnEdge[] {
  // A function is drawn alone.
  const [first = ''] = boxes.keys();
  const kind = findFunctionName(first) === undefined ? 'workflow' : 'function';
  const seen = known.get(boxes) ?? newest[kind];
  const isAsBefore =
    seen !== undefined && hasSameBoxes(seen.boxes, boxes) && isWiredAsBefore(seen.document, document, first);
  const edges = isAsBefore ? seen.edges : collectEdges(document, findTasksOnCanvas(document, first), boxes);
  newest[kind] = { document, boxes, edges };
  known.set(boxes, newest[kind]);
  return edges;
}

/** Whether the same tasks have boxes, and the same containers are open. */
function hasSameBoxes(before: Boxes, after: Boxes): boolean {
  if (before === after) return true;
  if (before.size !== after.size) return false;
  for (const [taskPath, { open }] of after) if (before.get(taskPath)?.open !== open) return false;
  return true;
}

function collectEdges(document: WorkflowDocument, tasks: TaskRecord, boxes: Boxes): readonly DrawnEdge[] {
  const edges: DrawnEdge[] = [];
  addEdges(edges, document, tasks, boxes, undefined, 0);
  for (const { taskPath, type, open, depth } of boxes.values()) {
    const task = open && type === 'group' ? locateTask(document, taskPath)?.task : undefined;
    if (task?.type === 'group') addEdges(edges, document, task.subtasks ?? {}, boxes, taskPath, depth + 1);
  }
  return edges;
}

function addEdges(
  edges: DrawnEdge[],
  document: WorkflowDocument,
  tasks: TaskRecord,
  boxes: Boxes,
  container: TaskPath | undefined,
  depth: number,
): void {
  const buildPlace = (id: string) => (container === undefined ? id : buildPartPath(container, id));
  const siblings = new Siblings('graph', tasks, []);
  for (const id of listIds(tasks)) {
    const task = tasks[id];
    const target = buildPlace(id);
    if (task === undefined || !boxes.has(target)) continue;
    const ports = listPorts(document, task);
    if (ports.length === 0) {
      for (const edge of buildDependencyEdges(task, target, depth, buildPlace))
        if (boxes.has(edge.source)) edges.push(edge);
      continue;
    }
    const { dependsOn = [] } = task;
    const read = new Set<string>();
    const addEdge = (from: string, port?: PortName, endY: number = portY) => {
      const source = buildPlace(from);
      if (boxes.has(source))
        edges.push({ source, target, depth, port, endY, waits: dependsOn.includes(from as typeof id) });
    };
    for (const [index, { name, reads }] of ports.entries()) {
      const sources = new Set(reads.flatMap((reference) => listReferredSiblings(siblings, reference)));
      sources.delete(id);
      for (const from of sources) {
        read.add(from);
        addEdge(from, name, computeNamedPortY(index, ports.length));
      }
    }
    for (const from of dependsOn) if (!read.has(from)) addEdge(from);
  }
}

const withoutPorts = new WeakMap<
  Task,
  { readonly target: TaskPath; readonly depth: number; readonly edges: readonly DrawnEdge[] }
>();
const noEdges: readonly DrawnEdge[] = [];

/** The edges to a task that has no named port, whether their sources exist or not. Made once for a task. */
function buildDependencyEdges(
  task: Task,
  target: TaskPath,
  depth: number,
  placeOf: (id: string) => TaskPath,
): readonly DrawnEdge[] {
  if (task.dependsOn === undefined) return noEdges;
  const seen = withoutPorts.get(task);
  if (seen?.target === target && seen.depth === depth) return seen.edges;
  const edges = task.dependsOn.map(
    (from): DrawnEdge => ({ source: placeOf(from), target, depth, port: undefined, endY: portY, waits: true }),
  );
  withoutPorts.set(task, { target, depth, edges });
  return edges;
}

/** Whether the tasks, and those inside them, have the same dependencies, ports and returned names as before. */
function isWiredAsBefore(before: WorkflowDocument, after: WorkflowDocument, shown: TaskPath | undefined): boolean {
  return (
    isCalledAsBefore(before.library, after.library) &&
    isAlikeThroughout(
      findTasksOnCanvas(before, shown),
      findTasksOnCanvas(after, shown),
      (was, is) =>
        isSameInOrder(was.dependsOn, is.dependsOn) &&
        isSameInOrder(listPorts(before, was), listPorts(after, is)) &&
        isSameInOrder(listReturnedNames(was), listReturnedNames(is)),
    )
  );
}

/** Whether calls have the same parameters as before. What a function does is not seen from outside. */
function isCalledAsBefore(before: WorkflowDocument['library'] = {}, after: WorkflowDocument['library'] = {}): boolean {
  if (before === after) return true;
  const names = Object.keys(after);
  return (
    Object.keys(before).length === names.length &&
    names.every((name) => Object.hasOwn(before, name) && before[name]?.parameters === after[name]?.parameters)
  );
}

const listReturnedNames = (task: Task) => Object.keys(listReturns(task));

/** Whether an edge may be visible in a part of the canvas: whether the frame around its ends touches that part. */
export function mayCross(from: Rect, to: Rect, { x, y, width, height }: Rect): boolean {
  return (
    Math.min(from.x, to.x) <= x + width &&
    Math.max(from.x + from.width, to.x + to.width) >= x &&
    Math.min(from.y, to.y) <= y + height &&
    Math.max(from.y + from.height, to.y + to.height) >= y
  );
}
