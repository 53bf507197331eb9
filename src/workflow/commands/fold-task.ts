import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../document';
import { listParts, locateTask, type TaskPath } from '../task-path';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { setLayout, setPositions } from './edits';

/** Arguments of {@link foldTask}. */
export interface FoldTask {
  readonly taskPath: TaskPath;
  readonly collapsed: boolean;
  /** Tasks that move to make room for the unfolded content, with their new positions. */
  readonly moved?: Iterable<readonly [TaskPath, Point]>;
}

/** Folds or unfolds the content of a task on the canvas. */
export function foldTask(
  document: WorkflowDocument,
  { taskPath, collapsed, moved = [] }: FoldTask,
): Result<WorkflowDocument, EditRefusal> {
  const task = locateTask(document, taskPath)?.task;
  if (task === undefined || listParts(task).length === 0) return refuseEdit(`No task at “${taskPath}” holds others.`);
  const others = (document.layout?.collapsed ?? []).filter((one) => one !== taskPath);
  const folded = setLayout(document, {
    ...document.layout,
    collapsed: collapsed ? [...others, taskPath] : others,
  });
  return ok(setPositions(folded, moved));
}
