import { listParts } from './task-path';
import { compareTaskRecords, type TaskRecord } from './task-record';
import type { Task } from './tasks';

/**
 * Whether two records hold the same ids in the same order, the tasks in them hold the same parts at every depth, and
 * `isAlike` holds for each pair of tasks. Only tasks that are different objects are compared.
 */
export function isAlikeThroughout(
  before: TaskRecord,
  after: TaskRecord,
  isAlike: (before: Task, after: Task) => boolean,
): boolean {
  const { ids, isSameOrder } = compareTaskRecords(before, after);
  return isSameOrder && ids.every((id) => isAlikeWithin(before[id], after[id]));

  function isAlikeWithin(was: Task | undefined, is: Task | undefined): boolean {
    if (was === is) return true;
    if (was === undefined || is === undefined || !isAlike(was, is)) return false;
    const [old, now] = [listParts(was), listParts(is)];
    return (
      old.length === now.length &&
      old.every(({ task, position }, index) => {
        const part = now[index];
        return position.segment === part?.position.segment && isAlikeWithin(task, part.task);
      })
    );
  }
}
