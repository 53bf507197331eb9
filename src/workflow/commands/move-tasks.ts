import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../document';
import { findFunctionName } from '../function-path';
import { locateTask, type TaskPath } from '../task-path';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { setLayout, setPositions } from './edits';

/** Arguments of {@link moveTasks}. */
export interface MoveTasks {
  /**
   * The new positions, in pixels, rounded to whole ones. For a task within another, from the upper left of the
   * container's content.
   */
  readonly positions: ReadonlyMap<TaskPath, Point>;
  /** Whether those of all other tasks of the document are removed, so that they are laid out automatically. */
  readonly alone?: boolean;
}

/** Moves tasks at any depth: those dragged or nudged, or all of them to tidy up. */
export function moveTasks(
  document: WorkflowDocument,
  { positions, alone = false }: MoveTasks,
): Result<WorkflowDocument, EditRefusal> {
  for (const taskPath of positions.keys()) {
    if (locateTask(document, taskPath) === undefined) return refuseEdit(`No task “${taskPath}”.`);
  }
  const { tasks = {}, ...layout } = document.layout ?? {};
  const inFunctions = Object.entries(tasks).filter(([taskPath]) => findFunctionName(taskPath) !== undefined);
  const before = alone ? setLayout(document, { ...layout, tasks: Object.fromEntries(inFunctions) }) : document;
  return ok(setPositions(before, positions));
}
