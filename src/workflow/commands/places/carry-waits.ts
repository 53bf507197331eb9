import type { WorkflowDocument } from '../../document';
import { functionOf } from '../../function-path';
import { graphOf, waitsFor } from '../../graph/graph';
import type { TaskId } from '../../names';
import { containerPath, locateTask, partPath, segmentOf, type TaskPath } from '../../task-path';
import type { TaskRecord } from '../../task-record';
import { withDependencies } from '../edits';
import { mapTaskAt } from '../map-task-at';
import { segmentsInOrder } from '../reorder-parts';
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
export function besides(document: WorkflowDocument, container: TaskPath | undefined): TaskRecord | undefined {
  if (container === undefined) return document.tasks;
  const task = locateTask(document, container)?.task;
  if (task?.type === 'group') return task.subtasks ?? {};
  if (task?.type !== 'sequential') return undefined;
  const ids = segmentsInOrder(task);
  return Object.fromEntries((task.steps ?? []).map((step, index) => [ids[index], step])) as TaskRecord;
}

/** The dependencies of some tasks, and those of their siblings on them. */
export function waitsAround(document: WorkflowDocument, taskPaths: readonly TaskPath[]): readonly PathEdge[] {
  const chosen = new Set(taskPaths);
  const inward: PathEdge[] = [];
  const outward: PathEdge[] = [];
  for (const container of new Set(taskPaths.map(containerPath))) {
    const tasks = besides(document, container);
    if (tasks === undefined) continue;
    const { dependencies } = graphOf(tasks);
    const pathOf = (id: string) => (container === undefined ? id : partPath(container, id));
    for (const [id, waitedFor] of dependencies) {
      const task = pathOf(id);
      for (const on of waitedFor.map(pathOf)) {
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
    const isBeside = on !== undefined && staysBeside(document, wait, { task, on }, moved);
    const now = ids.get(task) ?? new Map();
    ids.set(task, now.set(segmentOf(wait.on), isBeside ? segmentOf(on) : undefined));
    if (on !== undefined && !isBeside) across.push({ task, on });
  }
  let next = document;
  for (const [task, now] of ids) {
    const follow = (id: TaskId) => (now.has(id) ? (now.get(id) ?? []) : id);
    next = mapTaskAt(next, task, (one) => withDependencies(one, (one.dependsOn ?? []).flatMap(follow))) ?? next;
  }
  for (const { task, on } of across) {
    const waiting = letWait(next, task, on, true);
    if (waiting === undefined) lost.push({ kind: 'wait', task, on });
    else next = waiting;
  }
  for (const { task, on } of joins(waits, taken, moved)) next = letWait(next, task, on, false) ?? next;
  return { document: next, lost };
}

/** Whether a dependency can be written where its tasks are now: in a graph, or among the steps that it was among. */
function staysBeside(document: WorkflowDocument, before: PathEdge, { task, on }: PathEdge, moved: MovedPath): boolean {
  const container = containerPath(task);
  if (containerPath(on) !== container || functionOf(on) !== functionOf(task)) return false;
  const holder = container === undefined ? undefined : locateTask(document, container)?.task;
  if (container === undefined || holder?.type === 'group') return true;
  const was = containerPath(before.task);
  if (was === undefined || moved(was) !== container || holder === undefined) return false;
  const order = segmentsInOrder(holder);
  return order.indexOf(segmentOf(on)) < order.indexOf(segmentOf(task));
}

/** What tasks that stay are to wait for in place of one that left. */
function joins(waits: readonly PathEdge[], taken: ReadonlySet<TaskPath>, moved: MovedPath): readonly PathEdge[] {
  const above = new Map<TaskPath, TaskPath[]>();
  for (const { task, on } of waits) if (taken.has(task)) above.set(task, [...(above.get(task) ?? []), on]);
  const resolve = (on: TaskPath, seen: ReadonlySet<TaskPath>): TaskPath[] => {
    if (!taken.has(on)) return [on];
    if (seen.has(on)) return [];
    return (above.get(on) ?? []).flatMap((one) => resolve(one, new Set([...seen, on])));
  };
  return waits.flatMap(({ task, on }) => {
    if (taken.has(task) || !taken.has(on)) return [];
    const [stays, left] = [moved(task), moved(on)];
    const container = stays === undefined ? undefined : containerPath(stays);
    if (stays === undefined || left === undefined) return [];
    const isBelow = container === undefined ? functionOf(left) === undefined : left.startsWith(`${container}/`);
    if (isBelow) return [];
    return resolve(on, new Set()).flatMap((one) => {
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
  if (functionOf(task) !== functionOf(on)) return undefined;
  const branches = branchesOf(task, on);
  if (branches === undefined) return document;
  const { container, first, second } = branches;
  const holder = container === undefined ? undefined : locateTask(document, container)?.task;
  if (holder?.type === 'sequential') {
    const order = segmentsInOrder(holder);
    return order.indexOf(second) < order.indexOf(first) ? document : undefined;
  }
  const tasks = besides(document, container);
  const waiting = tasks?.[first as TaskId];
  if (tasks === undefined || waiting === undefined || !Object.hasOwn(tasks, second)) return document;
  const graph = graphOf(tasks);
  const isWaiting = direct
    ? (waiting.dependsOn ?? []).some((id) => id === second)
    : waitsFor(graph, first as TaskId, second as TaskId);
  if (isWaiting) return document;
  if (waitsFor(graph, second as TaskId, first as TaskId)) return undefined;
  const path = container === undefined ? first : partPath(container, first);
  return mapTaskAt(document, path, (one) => withDependencies(one, [...(one.dependsOn ?? []), second]));
}

/** The different parts of the innermost container of two tasks that they are, or are in. */
export function branchesOf(task: TaskPath, on: TaskPath) {
  const [one, other] = [task.split('/'), on.split('/')];
  const depth = one.findIndex((segment, index) => segment !== other[index]);
  const [first, second] = [one[depth], other[depth]];
  if (depth < 0 || first === undefined || second === undefined) return undefined;
  return { container: depth === 0 ? undefined : one.slice(0, depth).join('/'), first, second };
}
