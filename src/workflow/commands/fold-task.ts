import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../document';
import { locateTask, partsOf, type TaskPath } from '../place';
import { withLayout, withPositions } from './edits';
import { type EditRefusal, refuse } from './refusal';

/** What {@link foldTask} is told. */
export interface FoldTask {
  readonly place: TaskPath;
  readonly collapsed: boolean;
  /** Tasks that make room for what unfolds, and where they go. */
  readonly moved?: Iterable<readonly [TaskPath, Point]>;
}

/** Folds the inside of a task away on the canvas, or shows it again. */
export function foldTask(
  document: WorkflowDocument,
  { place, collapsed, moved = [] }: FoldTask,
): Result<WorkflowDocument, EditRefusal> {
  const task = locateTask(document, place)?.task;
  if (task === undefined || partsOf(task).length === 0) return refuse(`No task at “${place}” holds others.`);
  const others = (document.layout?.collapsed ?? []).filter((one) => one !== place);
  const folded = withLayout(document, {
    ...document.layout,
    collapsed: collapsed ? [...others, place] : others,
  });
  return ok(withPositions(folded, moved));
}
