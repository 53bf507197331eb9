import { taskOf, type WorkflowDocument } from '../document';
import { locateTask, pathOfRoot, rootOf, type TaskPath } from '../task-path';
import type { Task } from '../tasks';
import { mapPartAt } from '../tasks/parts';
import { withTasks } from './edits';

/** The document with the task at a path, at any depth, passed through a function; undefined if there is none. */
export function mapTaskAt(
  document: WorkflowDocument,
  taskPath: TaskPath,
  map: (task: Task) => Task,
): WorkflowDocument | undefined {
  const located = locateTask(document, taskPath);
  const root = rootOf(taskPath);
  const top = taskOf(document, root);
  if (located === undefined || top === undefined) return undefined;
  return withTasks(document, [[root, mapPartAt(top, located.path.slice(pathOfRoot(root).length), map)]]);
}
