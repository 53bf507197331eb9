import { findTopTask, type WorkflowDocument } from '../document';
import { buildRootPath, getRootPath, locateTask, type TaskPath } from '../task-path';
import type { Task } from '../tasks';
import { mapPartAt } from '../tasks/parts';
import { replaceTasks } from './edits';

/** The document with the task at a path, at any depth, passed through a function; undefined if there is none. */
export function mapTaskAt(
  document: WorkflowDocument,
  taskPath: TaskPath,
  map: (task: Task) => Task,
): WorkflowDocument | undefined {
  const located = locateTask(document, taskPath);
  const root = getRootPath(taskPath);
  const top = findTopTask(document, root);
  if (located === undefined || top === undefined) return undefined;
  return replaceTasks(document, [[root, mapPartAt(top, located.path.slice(buildRootPath(root).length), map)]]);
}
