import { ok, type Result } from '@/base/result';
import type { ModelChange } from '../change';
import { taskOf, type WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import type { RunnableType, Task } from '../tasks';
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
  const { own: _own, script: _script, ...common }: Partial<Record<'own' | 'script', unknown>> & Task = task;
  const changed = { ...common, ...blankTasks[type] } as Task;
  return ok(changeBetween(document, withTasks(document, [[id, changed]])));
}
