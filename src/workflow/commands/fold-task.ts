import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../document';
import { locateTask, partsOf, type TaskPath } from '../task-path';
import { type EditRefusal, refuse } from './edit-refusal';
import { withLayout, withPositions } from './edits';

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
  if (task === undefined || partsOf(task).length === 0) return refuse(`No task at “${taskPath}” holds others.`);
  const others = (document.layout?.collapsed ?? []).filter((one) => one !== taskPath);
  const folded = withLayout(document, {
    ...document.layout,
    collapsed: collapsed ? [...others, taskPath] : others,
  });
  return ok(withPositions(folded, moved));
}
