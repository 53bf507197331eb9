import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { locateTask } from '../task-path';
import { taskSchema } from '../tasks/task-schema';
import type { EditRefusal } from './edit-refusal';
import { refuseUnfit } from './refuse-unfit';
import { patched, setTaskFields, type UpdateTask } from './set-fields';

/**
 * Sets and removes fields of a task at any depth. Refused if the task would not be valid, in the words of its schema.
 */
export function updateTask(document: WorkflowDocument, update: UpdateTask): Result<WorkflowDocument, EditRefusal> {
  const task = locateTask(document, update.id)?.task;
  return (task && refuseUnfit(taskSchema, patched(task, update.patch))) ?? setTaskFields(document, update);
}
