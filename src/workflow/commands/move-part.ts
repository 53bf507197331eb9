import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { holderOf, locateTask, segmentOf, type TaskPath } from '../place';
import { reorderParts, segmentsInOrder } from './arrange-parts';
import { type EditRefusal, refuse } from './refusal';

/** What {@link movePart} is told. */
export interface MovePart {
  /** Of a step or a case. */
  readonly place: TaskPath;
  /** One place up or down. */
  readonly by: -1 | 1;
}

/** Moves a step or a case among its siblings. Steps keep their names. */
export function movePart(document: WorkflowDocument, { place, by }: MovePart): Result<WorkflowDocument, EditRefusal> {
  const holder = holderOf(place) ?? '';
  const segments = segmentsInOrder(locateTask(document, holder)?.task);
  const from = segments.indexOf(segmentOf(place));
  const to = from + by;
  if (from < 0) return refuse(`No step or case is at “${place}”.`);
  if (to < 0 || to >= segments.length) return refuse(`It is the ${by < 0 ? 'first' : 'last'} already.`);
  const order = segments.map((_segment, index) => (index === from ? to : index === to ? from : index));
  return ok(reorderParts(document, holder, order));
}
