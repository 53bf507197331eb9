import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { containerPath, locateTask, segmentOf, type TaskPath } from '../task-path';
import { type EditRefusal, refuse } from './edit-refusal';
import { reorderParts, segmentsInOrder } from './reorder-parts';

/** Arguments of {@link movePart}. */
export interface MovePart {
  /** The path of a step or a case. */
  readonly taskPath: TaskPath;
  /** One position up or down. */
  readonly by: -1 | 1;
}

/** Moves a step or a case among its siblings. Steps keep their ids. */
export function movePart(
  document: WorkflowDocument,
  { taskPath, by }: MovePart,
): Result<WorkflowDocument, EditRefusal> {
  const container = containerPath(taskPath) ?? '';
  const segments = segmentsInOrder(locateTask(document, container)?.task);
  const from = segments.indexOf(segmentOf(taskPath));
  const to = from + by;
  if (from < 0) return refuse(`There is no step or case at “${taskPath}”.`);
  if (to < 0 || to >= segments.length) return refuse(`It is the ${by < 0 ? 'first' : 'last'} already.`);
  const order = segments.map((_segment, index) => (index === from ? to : index === to ? from : index));
  return ok(reorderParts(document, container, order));
}
