import { taskOf, type WorkflowDocument } from './document';
import { functionOf } from './function-path';
import { rootOf, type TaskPath } from './task-path';
import type { TaskRecord } from './task-record';
import type { Task } from './tasks';

const nothing: TaskRecord = {};
const alone = new WeakMap<Task, TaskRecord>();

/**
 * The outermost tasks of the canvas that a task is on: those of the document or, in a function, its task alone, by its
 * path. The same record while they are the same.
 */
export function tasksOnCanvas(document: WorkflowDocument, taskPath: TaskPath | undefined): TaskRecord {
  if (taskPath === undefined || functionOf(taskPath) === undefined) return document.tasks;
  const root = rootOf(taskPath);
  const task = taskOf(document, root);
  if (task === undefined) return nothing;
  const known = alone.get(task);
  if (known !== undefined && Object.hasOwn(known, root)) return known;
  const record = { [root]: task } as TaskRecord;
  alone.set(task, record);
  return record;
}
