import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { getLastSegment, locateTask, type TaskPath } from '../task-path';
import type { EditRefusal } from './edit-refusal';
import { mapLayoutIds } from './edits';
import { editInGroup } from './in-group';
import { findTaskPlace } from './places/task-place';
import { removePart } from './remove-part';
import { removeTasks } from './remove-tasks';

/** Arguments of {@link removeAtPaths}. */
export interface RemoveAtPaths {
  readonly taskPaths: readonly TaskPath[];
  /** Whether tasks that waited for a removed one now wait for what it waited for. */
  readonly join?: boolean;
}

/** Removes tasks at any depth. A task that is removed with its container is no error. */
export function removeAtPaths(
  document: WorkflowDocument,
  { taskPaths, join = false }: RemoveAtPaths,
): Result<WorkflowDocument, EditRefusal> {
  let next = document;
  for (const [container, ids] of groupByGraph(document, taskPaths)) {
    const removed = editInGroup(next, container, (beside) => removeTasks(beside, { ids, join }));
    if (!removed.ok) return removed;
    const gone = new Set<string>(ids);
    next = mapLayoutIds(removed.value, (id) => (gone.has(id) ? undefined : id), container);
  }
  for (const taskPath of sortLastFirst(document, taskPaths)) {
    if (locateTask(next, taskPath) === undefined) continue;
    const change = removePart(next, { taskPath });
    if (!change.ok) return change;
    next = change.value;
  }
  return ok(next);
}

/** The ids of those that are in the document itself or in groups, by their containers, the innermost first. */
function groupByGraph(document: WorkflowDocument, taskPaths: readonly TaskPath[]) {
  const byContainer = new Map<TaskPath | undefined, TaskId[]>();
  for (const taskPath of taskPaths) {
    const place = findTaskPlace(document, taskPath);
    if (place.kind !== 'graph') continue;
    const ids = byContainer.get(place.container) ?? [];
    byContainer.set(place.container, [...ids, getLastSegment(taskPath) as TaskId]);
  }
  const depth = (container: TaskPath | undefined) => (container === undefined ? 0 : container.split('/').length);
  return [...byContainer].sort(([a], [b]) => depth(b) - depth(a));
}

/** Sorts the paths so that no removal changes a later path: cases are named by their number. */
function sortLastFirst(document: WorkflowDocument, taskPaths: readonly TaskPath[]): readonly TaskPath[] {
  const keys = new Map(
    taskPaths.map((taskPath) => {
      const path = locateTask(document, taskPath)?.path ?? [];
      return [taskPath, path.map((step) => String(step).padStart(9, '0')).join('/')] as const;
    }),
  );
  return taskPaths.toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? 1 : -1));
}
