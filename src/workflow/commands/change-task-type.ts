import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import type { TaskPath } from '../task-path';
import type { Task, TaskType } from '../tasks';
import { blankTasks } from '../tasks/blank-tasks';
import { taskSchemas } from '../tasks/task-schema';
import { type EditRefusal, refuse } from './edit-refusal';
import { mapTaskAt } from './map-task-at';

/** Arguments of {@link changeTaskType}. */
export interface ChangeTaskType {
  /** The task path. */
  readonly id: TaskPath;
  readonly type: TaskType;
}

/** Changes the type of a task, at any depth. Fields that all types have stay; fields of the old type are removed. */
export function changeTaskType(
  document: WorkflowDocument,
  { id, type }: ChangeTaskType,
): Result<WorkflowDocument, EditRefusal> {
  const changed = mapTaskAt(document, id, (task) => (task.type === type ? task : ofType(task, type)));
  return changed === undefined ? refuse(`No task “${id}”.`) : ok(changed);
}

function ofType(task: Task, type: TaskType): Task {
  const shapes = [taskSchemas.atomic.shape, taskSchemas[type].shape];
  const common = Object.entries(task).filter(([field]) => shapes.every((shape) => Object.hasOwn(shape, field)));
  return { ...Object.fromEntries(common), ...blankTasks[type] } as Task;
}
