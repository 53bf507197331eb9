import type { WorkflowDocument } from '../../document';
import { findFunctionName } from '../../function-path';
import { getGraph, isWaitingFor } from '../../graph/graph';
import type { TaskId } from '../../names';
import { buildPartPath, findContainerPath, getLastSegment, locateTask, type TaskPath } from '../../task-path';
import type { TaskRecord } from '../../task-record';
import { setDependencies } from '../edits';
import { mapTaskAt } from '../map-task-at';
import { listSegmentsInOrder } from '../reorder-parts';
import type { MovedPath } from './arrange-tasks';

/** A dependency: a task that waits for a sibling. */
export interface PathEdge {
  readonly task: TaskPath;
  readonly on: TaskPath;
}

/** A dependency that could not be kept. */
export interface LostEdge extends PathEdge {
  readonly kind: 'wait';
}

/** The tasks beside each other in a container, by id; undefined where they have no ids. */
export function findSiblingTasks(document: WorkflowDocument, container: TaskPath | undefined): TaskRecord | undefined {
  if (container === undefined) return document.tasks;
  const task = locateTask(document, container)?.task;
  if (task?.type === 'group') return task.subtasks ?? {};
  if (task?.type !== 'sequential') return undefined;
  const ids = listSegmentsInOrder(task);
  return Object.fromEntries((task.steps ?? []).map((step, index) => [ids[index], step])) as TaskRecord;
}

/** The dependencies of some tasks, and those of their siblings on them. */
export function listWaitsAround(document: WorkflowDocument, taskPaths: readonly TaskPath[]): readonly PathEdge[] {
  const chosen = new Set(taskPaths);
  const inward: PathEdge[] = [];
  const outward: PathEdge[] = [];
  for (const container of new Set(taskPaths.map(findContainerPath))) {
    const tasks = findSiblingTasks(document, container);
    if (tasks === undefined) continue;
    const { dependencies } = getGraph(tasks);
    const buildWaitPath = (id: string) => (container === undefined ? id : buildPartPath(container, id));
    for (const [id, waitedFor] of dependencies) {
      const task = buildWaitPath(id);
      for (const on of waitedFor.map(buildWaitPath)) {
        if (chosen.has(task)) outward.push({ task, on });
        else if (chosen.has(on)) inward.push({ task, on });
      }
    }
  }
  // Where not all can be kept, others go on waiting for what was moved: they are more likely to read it.
  return [...inward, ...outward];
}

/**
 * Carries dependencies over to where their tasks are now. Where one is in another container than the other, the
 * containers wait in their place. A task that waited for one that has left waits for what that waited for.
 */
export function carryWaits(
  document: WorkflowDocument,
  waits: readonly PathEdge[],
  taken: ReadonlySet<TaskPath>,
  moved: MovedPath,
): { readonly document: WorkflowDocument; readonly lost: readonly LostEdge[] } {
  const ids = new Map<TaskPath, Map<string, TaskId | undefined>>();
  const across: PathEdge[] = [];
  const lost: LostEdge[] = [];
  for (const wait of waits) {
    const [task, on] = [moved(wait.task), moved(wait.on)];
    if (task === undefined) continue;
    const isBeside = on !== undefined && isStillBeside(document, wait, { task, on }, moved);
    const now = ids.get(task) ?? new Map();
    ids.set(task, now.set(getLastSegment(wait.on), isBeside ? getLastSegment(on) : undefined));
    if (on !== undefined && !isBeside) across.push({ task, on });
  }
  let next = document;
  for (const [task, now] of ids) {
    const followId = (id: TaskId) => (now.has(id) ? (now.get(id) ?? []) : id);
    next = mapTaskAt(next, task, (one) => setDependencies(one, (one.dependsOn ?? []).flatMap(followId))) ?? next;
  }
  for (const { task, on } of across) {
    const waiting = letWait(next, task, on, true);
    if (waiting === undefined) lost.push({ kind: 'wait', task, on });
    else next = waiting;
  }
  for (const { task, on } of listJoiningWaits(waits, taken, moved)) next = letWait(next, task, on, false) ?? next;
  return { document: next, lost };
}

/** Whether a dependency can be written where its tasks are now: in a graph, or among the steps that it was among. */
function isStillBeside(
  document: WorkflowDocument,
  before: PathEdge,
  { task, on }: PathEdge,
  moved: MovedPath,
): boolean {
  const container = findContainerPath(task);
  if (findContainerPath(on) !== container || findFunctionName(on) !== findFunctionName(task)) return false;
  const holder = container === undefined ? undefined : locateTask(document, container)?.task;
  if (container === undefined || holder?.type === 'group') return true;
  const was = findContainerPath(before.task);
  if (was === undefined || moved(was) !== container || holder === undefined) return false;
  const order = listSegmentsInOrder(holder);
  return order.indexOf(getLastSegment(on)) < order.indexOf(getLastSegment(task));
}

/** What tasks that stay are to wait for in place of one that left. */
function listJoiningWaits(
  waits: readonly PathEdge[],
  taken: ReadonlySet<TaskPath>,
  moved: MovedPath,
): readonly PathEdge[] {
  const above = new Map<TaskPath, TaskPath[]>();
  for (const { task, on } of waits) if (taken.has(task)) above.set(task, [...(above.get(task) ?? []), on]);
  const resolveWait = (on: TaskPath, seen: ReadonlySet<TaskPath>): TaskPath[] => {
    if (!taken.has(on)) return [on];
    if (seen.has(on)) return [];
    return (above.get(on) ?? []).flatMap((one) => resolveWait(one, new Set([...seen, on])));
  };
  return waits.flatMap(({ task, on }) => {
    if (taken.has(task) || !taken.has(on)) return [];
    const [stays, left] = [moved(task), moved(on)];
    const container = stays === undefined ? undefined : findContainerPath(stays);
    if (stays === undefined || left === undefined) return [];
    const isBelow = container === undefined ? findFunctionName(left) === undefined : left.startsWith(`${container}/`);
    if (isBelow) return [];
    return resolveWait(on, new Set()).flatMap((one) => {
      const now = moved(one);
      return now === undefined ? [] : [{ task: stays, on: now }];
    });
  });
}

/**
 * Lets a task, or the container around it that has a graph in common with the other, wait for the other. The same
 * document if it does so already, or if nothing could wait; undefined if that cannot be, as it would make a cycle or
 * steps run in another order, or as only one of them is in a function. `direct`: a dependency by way of others is not
 * enough.
 */
export function letWait(
  document: WorkflowDocument,
  task: TaskPath,
  on: TaskPath,
  direct: boolean,
): WorkflowDocument | undefined {
  if (findFunctionName(task) !== findFunctionName(on)) return undefined;
  const branches = findBranches(task, on);
  if (branches === undefined) return document;
  const { container, first, second } = branches;
  const holder = container === undefined ? undefined : locateTask(document, container)?.task;
  if (holder?.type === 'sequential') {
    const order = listSegmentsInOrder(holder);
    return order.indexOf(second) < order.indexOf(first) ? document : undefined;
  }
  const tasks = findSiblingTasks(document, container);
  const waiting = tasks?.[first as TaskId];
  if (tasks === undefined || waiting === undefined || !Object.hasOwn(tasks, second)) return document;
  const graph = getGraph(tasks);
  const isWaiting = direct
    ? (waiting.dependsOn ?? []).some((id) => id === second)
    : isWaitingFor(graph, first as TaskId, second as TaskId);
  if (isWaiting) return document;
  if (isWaitingFor(graph, second as TaskId, first as TaskId)) return undefined;
  const path = container === undefined ? first : buildPartPath(container, first);
  return mapTaskAt(document, path, (one) => setDependencies(one, [...(one.dependsOn ?? []), second]));
}

/** The different parts of the innermost container of two tasks that they are, or are in. */
export function findBranches(task: TaskPath, on: TaskPath) {
  const [one, other] = [task.split('/'), on.split('/')];
  const depth = one.findIndex((segment, index) => segment !== other[index]);
  const [first, second] = [one[depth], other[depth]];
  if (depth < 0 || first === undefined || second === undefined) return undefined;
  return { container: depth === 0 ? undefined : one.slice(0, depth).join('/'), first, second };
}
