import { ok, type Result } from '@/base/result';
import type { ModelChange } from '../change';
import { taskOf, type WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { type RunnableType, type Task, taskSchemas } from '../tasks';
import { blankTasks } from '../tasks/blank-tasks';
import { changeBetween } from './change-between';
import { withTasks } from './edits';
import { type Refusal, refuse } from './refusal';

/** What {@link changeTaskType} is told. */
export interface ChangeTaskType {
  readonly id: TaskId;
  readonly type: RunnableType;
}

/** Makes a task one of another type. What all types have in common stays; what belonged to the old type goes. */
export function changeTaskType(document: WorkflowDocument, { id, type }: ChangeTaskType): Result<ModelChange, Refusal> {
  const task = taskOf(document, id);
  if (task === undefined) return refuse(`No task “${id}”.`);
  if (task.type === type) return ok(changeBetween(document, document));
  const isCommon = (field: string) => Object.hasOwn(taskSchemas.atomic.shape, field);
  const common = Object.fromEntries(Object.entries(task).filter(([field]) => isCommon(field)));
  const changed = { ...common, ...blankTasks[type] } as Task;
  return ok(changeBetween(document, withTasks(document, [[id, changed]])));
}
