import { sameInOrder } from '@/base/json';
import type { ModelChange, TaskChange } from '../change';
import { type DocumentSettings, settingsOf, type WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { idsOf, type TaskRecord, tasksDifference } from '../task-record';

/**
 * The change between the documents before and after an edit. Commands only make the new document; their callers compute
 * the change. Parts that are the same object, or equal, are left out. Tasks that are in both documents must be in the
 * same order.
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

/** How tasks by id change. Those that are in both records must be in the same order. */
export function taskChanges(before: TaskRecord, after: TaskRecord): Map<TaskId, TaskChange> {
  const changes = new Map<TaskId, TaskChange>();
  const differing = new Set(tasksDifference(before, after).ids);
  if (differing.size === 0) return changes;
  const taskIn = (tasks: TaskRecord, id: TaskId) => (Object.hasOwn(tasks, id) ? tasks[id] : undefined);
  for (const [index, id] of idsOf(before).entries()) {
    if (!differing.has(id)) continue;
    const change = { before: taskIn(before, id), after: taskIn(after, id), index };
    if (!sameInOrder(change.before, change.after)) changes.set(id, change);
  }
  for (const [index, id] of idsOf(after).entries()) {
    if (differing.has(id) && taskIn(before, id) === undefined)
      changes.set(id, { before: undefined, after: taskIn(after, id), index });
  }
  return changes;
}

function sameMembers(a: DocumentSettings, b: DocumentSettings): boolean {
  const keys = Object.keys(a) as (keyof DocumentSettings)[];
  return keys.length === Object.keys(b).length && keys.every((key) => sameInOrder(a[key], b[key]));
}
