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
  /** Where the task stands: its id, or the place of one within a task. */
  readonly id: TaskPath;
  readonly type: TaskType;
}

/**
 * Makes a task, at any depth, one of another type. What all types have in common stays; what belonged to the old type
 * goes.
 */
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
