import { copyRecord } from '@/base/copy-record';
import type { TaskId } from './names';
import type { Task } from './tasks';

/** Sibling tasks by id, in the author's order. Never modified after it is made. */
export type TaskRecord = Readonly<Record<TaskId, Task>>;

/** How two records of tasks differ. */
export interface TasksDifference {
  /** Ids of tasks that only one record has, or that are different objects; those of the later record come first. */
  readonly ids: readonly TaskId[];
  /** Whether both have the same ids in the same order. */
  readonly isSameOrder: boolean;
}

const idsByRecord = new WeakMap<TaskRecord, readonly TaskId[]>();
const differences = new WeakMap<TaskRecord, WeakMap<TaskRecord, TasksDifference>>();

/** Ids in the author's order. Listed once per record. */
export function listIds(tasks: TaskRecord): readonly TaskId[] {
  const known = idsByRecord.get(tasks);
  if (known !== undefined) return known;
  const ids = Object.keys(tasks) as TaskId[];
  idsByRecord.set(tasks, ids);
  return ids;
}

/**
 * How two records differ, comparing tasks by identity. Computed once per pair: everything derived from tasks (graph,
 * boxes, rows of the tree, wires) uses it to update only what an edit changed.
 */
export function compareTaskRecords(before: TaskRecord, after: TaskRecord): TasksDifference {
  const known = differences.get(after)?.get(before);
  return known ?? rememberDifference(before, after, computeDifference(before, after));
}

/**
 * Makes a function that lists the tasks for which something holds, in the author's order. Of a record that follows
 * another one, only the tasks that differ are looked at.
 */
export function createTaskFilter(matches: (task: Task) => boolean): (tasks: TaskRecord) => readonly TaskId[] {
  const lastByIds = new WeakMap<
    readonly TaskId[],
    { readonly tasks: TaskRecord; readonly matching: readonly TaskId[] }
  >();
  return (tasks) => {
    const ids = listIds(tasks);
    const last = lastByIds.get(ids);
    const isSame =
      last !== undefined &&
      compareTaskRecords(last.tasks, tasks).ids.every(
        (id) => matches(last.tasks[id] as Task) === matches(tasks[id] as Task),
      );
    const matching = isSame ? last.matching : ids.filter((id) => matches(tasks[id] as Task));
    lastByIds.set(ids, { tasks, matching });
    return matching;
  };
}

/** The tasks with some replaced by id, new ones at the end. Without new ones, both records share one list of ids. */
export function replaceInRecord(before: TaskRecord, replaced: Iterable<readonly [string, Task]>): TaskRecord {
  const ids = listIds(before);
  const after = copyRecord(before, ids);
  const changed: TaskId[] = [];
  let isSameOrder = true;
  for (const [id, task] of replaced as Iterable<readonly [TaskId, Task]>) {
    isSameOrder &&= Object.hasOwn(before, id);
    after[id] = task;
    if (before[id] !== task) changed.push(id);
  }
  if (isSameOrder) idsByRecord.set(after, ids);
  rememberDifference(before, after, { ids: changed, isSameOrder });
  return after;
}

function rememberDifference(before: TaskRecord, after: TaskRecord, difference: TasksDifference): TasksDifference {
  const ofAfter = differences.get(after) ?? new WeakMap<TaskRecord, TasksDifference>();
  differences.set(after, ofAfter.set(before, difference));
  return difference;
}

function computeDifference(before: TaskRecord, after: TaskRecord): TasksDifference {
  if (before === after) return { ids: [], isSameOrder: true };
  const [old, now] = [listIds(before), listIds(after)];
  const ids = now.filter((id) => before[id] !== after[id]);
  const isSameOrder = old.length === now.length && old.every((id, index) => id === now[index]);
  if (!isSameOrder) ids.push(...old.filter((id) => !Object.hasOwn(after, id)));
  return { ids, isSameOrder };
}
