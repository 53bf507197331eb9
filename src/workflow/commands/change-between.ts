import { sameInOrder } from '@/base/json';
import { movedKeys } from '@/base/moved-keys';
import type { ModelChange, TaskChange } from '../change';
import { type DocumentSettings, settingsOf, type WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { idsOf, type TaskRecord, tasksDifference } from '../task-record';

/**
 * The change between the documents before and after an edit. Commands only make the new document; their callers compute
 * the change. Parts that are the same object, or equal, are left out.
 */
export function changeBetween(before: WorkflowDocument, after: WorkflowDocument): ModelChange {
  const settings = { before: settingsOf(before), after: settingsOf(after) };
  const layout = { before: before.layout, after: after.layout };
  return {
    tasks: before.tasks === after.tasks ? new Map() : taskChanges(before.tasks, after.tasks),
    ...(sameMembers(settings.before, settings.after) ? {} : { settings }),
    ...(sameInOrder(layout.before, layout.after) ? {} : { layout }),
  };
}

/** How tasks by id change. Of those in both records, as few as possible are moved. */
export function taskChanges(before: TaskRecord, after: TaskRecord): Map<TaskId, TaskChange> {
  const changes = new Map<TaskId, TaskChange>();
  const { ids, isSameOrder } = tasksDifference(before, after);
  const moved: ReadonlySet<string> = isSameOrder ? new Set() : movedKeys(idsOf(before), idsOf(after));
  const differing = new Set(ids);
  if (differing.size === 0 && moved.size === 0) return changes;
  if (isSameOrder && differing.size <= fewTasks) return changesInPlace(before, after, ids);
  const taskIn = (tasks: TaskRecord, id: TaskId) => (Object.hasOwn(tasks, id) ? tasks[id] : undefined);
  const places = new Map<TaskId, number>();
  for (const [index, id] of idsOf(before).entries()) {
    if (moved.has(id)) places.set(id, index);
    if (!differing.has(id) || moved.has(id)) continue;
    const change = { before: taskIn(before, id), after: taskIn(after, id), index };
    if (!sameInOrder(change.before, change.after)) changes.set(id, change);
  }
  for (const [index, id] of idsOf(after).entries()) {
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

function changesInPlace(before: TaskRecord, after: TaskRecord, ids: readonly TaskId[]): Map<TaskId, TaskChange> {
  const all = idsOf(before);
  const changes = ids.flatMap((id): [TaskId, TaskChange][] => {
    const change = { before: before[id], after: after[id], index: all.indexOf(id) };
    return sameInOrder(change.before, change.after) ? [] : [[id, change]];
  });
  return new Map(changes.toSorted(([, a], [, b]) => a.index - b.index));
}

function sameMembers(a: DocumentSettings, b: DocumentSettings): boolean {
  const keys = Object.keys(a) as (keyof DocumentSettings)[];
  return keys.length === Object.keys(b).length && keys.every((key) => sameInOrder(a[key], b[key]));
}
