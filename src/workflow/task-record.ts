import { copyRecord } from '@/base/copy-record';
import type { TaskId } from './names';
import type { Task } from './tasks';

/** Tasks that are beside one another, by id, in the author's order. Never changed once it is made. */
export type TaskRecord = Readonly<Record<TaskId, Task>>;

/** What differs between two records of tasks. */
export interface TasksDifference {
  /** Ids of tasks that are in one of them only, or another object; those of the later record come first. */
  readonly ids: readonly TaskId[];
  /** Whether both have the same ids in the same order. */
  readonly isSameOrder: boolean;
}

const idsByRecord = new WeakMap<TaskRecord, readonly TaskId[]>();
const differences = new WeakMap<TaskRecord, WeakMap<TaskRecord, TasksDifference>>();

/** Ids in the author's order. Listed once per record. */
export function idsOf(tasks: TaskRecord): readonly TaskId[] {
  const known = idsByRecord.get(tasks);
  if (known !== undefined) return known;
  const ids = Object.keys(tasks) as TaskId[];
  idsByRecord.set(tasks, ids);
  return ids;
}

/**
 * What differs between two records, by the identity of their tasks. Compared once per pair: everything derived from
 * tasks (graph, boxes, rows of the tree, wires) asks it what to derive again after an edit.
 */
export function tasksDifference(before: TaskRecord, after: TaskRecord): TasksDifference {
  const known = differences.get(after)?.get(before);
  return known ?? remember(before, after, compare(before, after));
}

/**
 * The tasks with some put in place of their namesakes, new ones at the end. Without new ones both have one list of
 * ids.
 */
export function withReplaced(before: TaskRecord, replaced: Iterable<readonly [string, Task]>): TaskRecord {
  const ids = idsOf(before);
  const after = copyRecord(before, ids);
  const changed: TaskId[] = [];
  let isSameOrder = true;
  for (const [id, task] of replaced as Iterable<readonly [TaskId, Task]>) {
    isSameOrder &&= Object.hasOwn(before, id);
    after[id] = task;
    if (before[id] !== task) changed.push(id);
  }
  if (isSameOrder) {
    idsByRecord.set(after, ids);
    remember(before, after, { ids: changed, isSameOrder });
  }
  return after;
}

function remember(before: TaskRecord, after: TaskRecord, difference: TasksDifference): TasksDifference {
  const ofAfter = differences.get(after) ?? new WeakMap<TaskRecord, TasksDifference>();
  differences.set(after, ofAfter.set(before, difference));
  return difference;
}

function compare(before: TaskRecord, after: TaskRecord): TasksDifference {
  if (before === after) return { ids: [], isSameOrder: true };
  const [old, now] = [idsOf(before), idsOf(after)];
  const ids = now.filter((id) => before[id] !== after[id]);
  const isSameOrder = old.length === now.length && old.every((id, index) => id === now[index]);
  if (!isSameOrder) ids.push(...old.filter((id) => !Object.hasOwn(after, id)));
  return { ids, isSameOrder };
}
