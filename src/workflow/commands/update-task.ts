import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { locateTask } from '../task-path';
import { taskSchema } from '../tasks/task-schema';
import type { EditRefusal } from './edit-refusal';
import { refuseUnfit } from './refuse-unfit';
import { patchFields, setTaskFields, type UpdateTask } from './set-fields';

/**
 * Sets and removes fields of a task at any depth. Refuses values that would not be valid, with the schema's message:
 * only
 * the fields of the patch are checked, not what a container holds.
 */
export function updateTask(document: WorkflowDocument, update: UpdateTask): Result<WorkflowDocument, EditRefusal> {
  const task = locateTask(document, update.id)?.task;
  return (
    (task && refuseUnfit(taskSchema, patchFields({ type: task.type }, update.patch))) ?? setTaskFields(document, update)
  );
}
