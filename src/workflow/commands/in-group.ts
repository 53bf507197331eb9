import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { locateTask, type TaskPath } from '../task-path';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { mapTaskAt } from './map-task-at';

/**
 * Applies an edit to the subtasks of a group as if they were a document of their own. Without a group, edits the
 * document.
 */
export function editInGroup(
  document: WorkflowDocument,
  group: TaskPath | undefined,
  edit: (document: WorkflowDocument) => Result<WorkflowDocument, EditRefusal>,
): Result<WorkflowDocument, EditRefusal> {
  if (group === undefined) return edit(document);
  const holder = locateTask(document, group)?.task;
  if (holder?.type !== 'group') return refuseEdit(`There is no group at “${group}”.`);
  const inner: WorkflowDocument = { tasks: holder.subtasks ?? {} };
  const change = edit(inner);
  if (!change.ok) return change;
  const subtasks = { ...change.value.tasks };
  return ok(mapTaskAt(document, group, (task) => ({ ...task, subtasks })) ?? document);
}
