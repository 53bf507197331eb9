import type { WorkflowDocument } from '../document';
import { buildPartPath, findContainerPath, getLastSegment, listParts, locateTask, type TaskPath } from '../task-path';
import { type Graph, getGraph } from './graph';

/** Where a task stands among those beside it, in the order in which they run. */
export interface TaskPosition {
  /** From 1. */
  readonly place: number;
  readonly count: number;
  /** What it waits for, of those beside it. */
  readonly waitsFor: readonly TaskPath[];
}

/** Where a task of the document stands; undefined if there is none. */
export function findTaskPosition(document: WorkflowDocument, taskPath: TaskPath): TaskPosition | undefined {
  const container = findContainerPath(taskPath);
  const order = listOrderIn(document, container);
  const at = getPlacesIn(order).get(getLastSegment(taskPath));
  if (at === undefined) return undefined;
  const waitsFor = findGraphIn(document, container)?.dependencies.get(getLastSegment(taskPath) as never) ?? [];
  const buildTaskPath = (id: string) => (container === undefined ? id : buildPartPath(container, id));
  return { place: at + 1, count: order.length, waitsFor: waitsFor.map(buildTaskPath) };
}

/**
 * The task after another (`by` is 1) or before it (-1) as a reader goes through them: in the order in which they run,
 * and into those that are open. None leaves `root`. Without `from` the first one, or the last.
 */
export function findNextInOrder(
  document: WorkflowDocument,
  from: TaskPath | undefined,
  by: 1 | -1,
  isOpen: (taskPath: TaskPath) => boolean,
  root?: TaskPath,
): TaskPath | undefined {
  const listWithin = (container: TaskPath | undefined) =>
    listOrderIn(document, container).map((id) => (container === undefined ? id : buildPartPath(container, id)));
  /** The last task inside one, or itself if it is closed or empty. */
  const deepest = (taskPath: TaskPath): TaskPath => {
    const last = isOpen(taskPath) ? listWithin(taskPath).at(-1) : undefined;
    return last === undefined ? taskPath : deepest(last);
  };
  if (from === undefined || from === root) {
    const beside = listWithin(root);
    const last = beside.at(-1);
    return by === 1 ? beside[0] : last && deepest(last);
  }
  const first = by === 1 && isOpen(from) ? listWithin(from)[0] : undefined;
  if (first !== undefined) return first;
  for (let at: TaskPath | undefined = from; at !== undefined && at !== root; at = findContainerPath(at)) {
    const container = findContainerPath(at);
    const beside = listWithin(container);
    const next = beside[(getPlacesIn(listOrderIn(document, container)).get(getLastSegment(at)) ?? 0) + by];
    if (next !== undefined) return by === 1 ? next : deepest(next);
    if (by === -1) return container === root ? undefined : container;
  }
  return undefined;
}

/**
 * These tasks as a reader goes through them: each after its container, and otherwise in the order in which they run.
 */
export function sortByReadingOrder<T>(
  document: WorkflowDocument,
  all: readonly T[],
  pathOf: (one: T) => TaskPath,
): T[] {
  const places = new Map<TaskPath, readonly number[]>();
  const getPlaces = (taskPath: TaskPath): readonly number[] => {
    const known = places.get(taskPath);
    if (known !== undefined) return known;
    const container = findContainerPath(taskPath);
    const place = getPlacesIn(listOrderIn(document, container)).get(getLastSegment(taskPath)) ?? 0;
    const found = container === undefined ? [place] : [...getPlaces(container), place];
    places.set(taskPath, found);
    return found;
  };
  return all.toSorted((a, b) => comparePlaces(getPlaces(pathOf(a)), getPlaces(pathOf(b))));
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((place, index) => place !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/** The ids or segments of what is directly in a container, or at the top, in the order in which it runs. */
function listOrderIn(document: WorkflowDocument, container: TaskPath | undefined): readonly string[] {
  const graph = findGraphIn(document, container);
  if (graph !== undefined || container === undefined) return graph?.order ?? [];
  const task = locateTask(document, container)?.task;
  if (task === undefined) return [];
  const parts = listParts(task);
  const known = segments.get(parts) ?? parts.map(({ position }) => position.segment);
  segments.set(parts, known);
  return known;
}

/** The graph of what is directly in a container, if there is one. */
function findGraphIn(document: WorkflowDocument, container: TaskPath | undefined): Graph | undefined {
  if (container === undefined) return getGraph(document.tasks);
  const task = locateTask(document, container)?.task;
  return task?.type === 'group' ? getGraph(task.subtasks ?? {}) : undefined;
}

const segments = new WeakMap<object, readonly string[]>();
const placesByOrder = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function getPlacesIn(order: readonly string[]): ReadonlyMap<string, number> {
  const known = placesByOrder.get(order) ?? new Map(order.map((id, index) => [id, index]));
  placesByOrder.set(order, known);
  return known;
}
