import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { containerPath, locateTask, type TaskPath } from '../task-path';
import type { EditRefusal } from './edit-refusal';
import { removePart } from './remove-part';
import { removeTasks } from './remove-tasks';

/** Arguments of {@link removeAtPaths}. */
export interface RemoveAtPaths {
  readonly taskPaths: readonly TaskPath[];
  /** Whether top-level tasks that waited for a removed one now wait for what it waited for. */
  readonly join?: boolean;
}

/** Removes tasks at any depth. A task that is removed with its container is no error. */
export function removeAtPaths(
  document: WorkflowDocument,
  { taskPaths, join = false }: RemoveAtPaths,
): Result<WorkflowDocument, EditRefusal> {
  const ids = taskPaths.filter((taskPath): taskPath is TaskId => containerPath(taskPath) === undefined);
  const removed = removeTasks(document, { ids, join });
  if (!removed.ok) return removed;
  let next = removed.value;
  for (const taskPath of lastFirst(document, taskPaths)) {
    if (locateTask(next, taskPath) === undefined) continue;
    const change = removePart(next, { taskPath });
    if (!change.ok) return change;
    next = change.value;
  }
  return ok(next);
}

/** Sorts the paths so that no removal changes a later path: cases are named by their number. */
function lastFirst(document: WorkflowDocument, taskPaths: readonly TaskPath[]): readonly TaskPath[] {
  const keys = new Map(
    taskPaths.map((taskPath) => {
      const path = locateTask(document, taskPath)?.path ?? [];
      return [taskPath, path.map((step) => String(step).padStart(9, '0')).join('/')] as const;
    }),
  );
  return taskPaths.toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? 1 : -1));
}
