import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { findContainerPath, getLastSegment, locateTask, type TaskPath } from '../task-path';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { listSegmentsInOrder, reorderParts } from './reorder-parts';

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
  const container = findContainerPath(taskPath) ?? '';
  const segments = listSegmentsInOrder(locateTask(document, container)?.task);
  const from = segments.indexOf(getLastSegment(taskPath));
  const to = from + by;
  if (from < 0) return refuseEdit(`There is no step or case at “${taskPath}”.`);
  if (to < 0 || to >= segments.length) return refuseEdit(`It is the ${by < 0 ? 'first' : 'last'} already.`);
  const order = segments.map((_segment, index) => (index === from ? to : index === to ? from : index));
  return ok(reorderParts(document, container, order));
}
