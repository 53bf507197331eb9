import { defined } from '@/base/defined';
import { isSameInOrder } from '@/base/json';
import { computeJsonChange } from '@/base/json-change';
import { findMovedKeys } from '@/base/moved-keys';
import type { ModelChange, TaskChange } from '../change';
import { getSettings, type WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { compareTaskRecords, listIds, type TaskRecord } from '../task-record';

/**
 * The change between the documents before and after an edit. Parts that are the same object, or equal, are left out.
 */
export function computeChange(before: WorkflowDocument, after: WorkflowDocument): ModelChange {
  const settings = computeJsonChange(getSettings(before), getSettings(after));
  return {
    tasks: before.tasks === after.tasks ? new Map() : computeTaskChanges(before.tasks, after.tasks),
    ...defined({
      // In which order the settings come means nothing.
      settings: settings && 'members' in settings && settings.members.size === 0 ? undefined : settings,
      layout: computeJsonChange(before.layout, after.layout),
    }),
  };
}

/** How tasks by id change. Of those in both records, as few as possible are moved. */
export function computeTaskChanges(before: TaskRecord, after: TaskRecord): Map<TaskId, TaskChange> {
  const changes = new Map<TaskId, TaskChange>();
  const { ids, isSameOrder } = compareTaskRecords(before, after);
  const moved: ReadonlySet<string> = isSameOrder ? new Set() : findMovedKeys(listIds(before), listIds(after));
  const differing = new Set(ids);
  if (differing.size === 0 && moved.size === 0) return changes;
  if (isSameOrder && differing.size <= fewTasks) return listChangesInPlace(before, after, ids);
  const taskIn = (tasks: TaskRecord, id: TaskId) => (Object.hasOwn(tasks, id) ? tasks[id] : undefined);
  const places = new Map<TaskId, number>();
  for (const [index, id] of listIds(before).entries()) {
    if (moved.has(id)) places.set(id, index);
    if (!differing.has(id) || moved.has(id)) continue;
    const change = { before: taskIn(before, id), after: taskIn(after, id), index };
    if (!isSameInOrder(change.before, change.after)) changes.set(id, change);
  }
  for (const [index, id] of listIds(after).entries()) {
    const from = places.get(id);
    const was = taskIn(before, id);
    if (from !== undefined) changes.set(id, { before: was, after: taskIn(after, id), index, from });
    else if (differing.has(id) && was === undefined)
      changes.set(id, { before: undefined, after: taskIn(after, id), index });
  }
  return changes;
}

/** So many tasks are looked up one by one. */
const fewTasks = 8;

function listChangesInPlace(before: TaskRecord, after: TaskRecord, ids: readonly TaskId[]): Map<TaskId, TaskChange> {
  const all = listIds(before);
  const changes = ids.flatMap((id): [TaskId, TaskChange][] => {
    const change = { before: before[id], after: after[id], index: all.indexOf(id) };
    return isSameInOrder(change.before, change.after) ? [] : [[id, change]];
  });
  return new Map(changes.toSorted(([, a], [, b]) => a.index - b.index));
}
