import { sameJson } from '@/base/json';
import { taskIds, taskOf, type WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';

/**
 * The document `next`, but with the objects of `current` for all parts that are equal, so that unchanged tasks do not
 * render again.
 */
export function reconcileDocument(current: WorkflowDocument, next: WorkflowDocument): WorkflowDocument {
  if (taskIds(current).length === 0) return next;
  const tasks: Record<TaskId, Task> = {};
  let isSame = taskIds(current).length === taskIds(next).length;
  const order = taskIds(current);
  taskIds(next).forEach((id, index) => {
    const before = taskOf(current, id);
    const after = next.tasks[id] as Task;
    const isUnchanged = before !== undefined && sameJson(before, after);
    tasks[id] = isUnchanged ? before : after;
    isSame &&= isUnchanged && order[index] === id;
  });
  const layout = sameJson(current.layout, next.layout) ? current.layout : next.layout;
  return { ...next, tasks: isSame ? current.tasks : tasks, ...(layout === undefined ? {} : { layout }) };
}
