import type { WorkflowDocument } from '@/workflow/document';
import { getGraph } from '@/workflow/graph/graph';
import type { TaskId } from '@/workflow/names';
import { buildPartPath, findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import type { TaskRecord } from '@/workflow/task-record';
import type { DrawnEdge } from './edges';

/** The cycle that an edge is part of. */
export interface EdgeCycle {
  /** The tasks that wait for one another, in the author's order. */
  readonly taskPaths: readonly TaskPath[];
  /** Whether the cycle is named at this edge: it is at one of them. */
  readonly isNamed: boolean;
}

export type EdgeCycles = ReadonlyMap<DrawnEdge, EdgeCycle>;

const none: EdgeCycles = new Map();
const noTasks: TaskRecord = {};
const known = new WeakMap<readonly DrawnEdge[], EdgeCycles>();

/** The edges of a canvas that are part of a cycle. Found once for a list of edges. */
export function collectCycles(document: WorkflowDocument, edges: readonly DrawnEdge[]): EdgeCycles {
  const seen = known.get(edges);
  if (seen !== undefined) return seen;
  const containers = new Map<TaskPath | undefined, ReturnType<typeof getGraph>['cycles']>();
  const found = new Map<DrawnEdge, EdgeCycle>();
  const named = new Set<readonly TaskId[]>();
  for (const edge of edges) {
    const container = findContainerPath(edge.target);
    const cycles = containers.get(container) ?? getGraph(findSiblings(document, container)).cycles;
    containers.set(container, cycles);
    if (cycles.length === 0 || !edge.waits) continue;
    const [from, to] = [getLastSegment(edge.source) as TaskId, getLastSegment(edge.target) as TaskId];
    const ids = cycles.find((cycle) => cycle.includes(from) && cycle.includes(to));
    if (ids === undefined) continue;
    const taskPaths = ids.map((id) => (container === undefined ? id : buildPartPath(container, id)));
    found.set(edge, { taskPaths, isNamed: !named.has(ids) });
    named.add(ids);
  }
  const cycles = found.size === 0 ? none : found;
  known.set(edges, cycles);
  return cycles;
}

function findSiblings(document: WorkflowDocument, container: TaskPath | undefined): TaskRecord {
  if (container === undefined) return document.tasks;
  const task = locateTask(document, container)?.task;
  return (task?.type === 'group' ? task.subtasks : undefined) ?? noTasks;
}

/** Says which tasks wait for one another, each by the name that `nameOf` gives it. */
export function formatCycle({ taskPaths }: EdgeCycle, nameOf: (taskPath: TaskPath) => string): string {
  const names = taskPaths.map(nameOf);
  const last = names.at(-1) ?? '';
  if (names.length < 2) return `${last} waits for itself`;
  return `${names.slice(0, -1).join(', ')} and ${last} wait for each other`;
}
