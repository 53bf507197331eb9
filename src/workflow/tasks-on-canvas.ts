import { findTopTask, type WorkflowDocument } from './document';
import { findFunctionName } from './function-path';
import { getRootPath, type TaskPath } from './task-path';
import type { TaskRecord } from './task-record';
import type { Task } from './tasks';

const nothing: TaskRecord = {};
const alone = new WeakMap<Task, TaskRecord>();

/**
 * The outermost tasks of the canvas that a task is on: those of the document or, in a function, its task alone, by its
 * path. The same record while they are the same.
 */
export function findTasksOnCanvas(document: WorkflowDocument, taskPath: TaskPath | undefined): TaskRecord {
  if (taskPath === undefined || findFunctionName(taskPath) === undefined) return document.tasks;
  const root = getRootPath(taskPath);
  const task = findTopTask(document, root);
  if (task === undefined) return nothing;
  const known = alone.get(task);
  if (known !== undefined && Object.hasOwn(known, root)) return known;
  const record = { [root]: task } as TaskRecord;
  alone.set(task, record);
  return record;
}
