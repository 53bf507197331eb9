import { ok, type Result } from '@/base/result';
import type { ModelChange } from '../change';
import type { Point, WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { changeBetween } from './change-between';
import { withPositions } from './edits';
import { type Refusal, refuseUnknown } from './refusal';

/** What {@link moveTasks} is told. */
export interface MoveTasks {
  /** Where tasks come to stand, in pixels; they are rounded to whole ones. */
  readonly positions: ReadonlyMap<TaskId, Point>;
}

/** Moves tasks: those of a drag or a nudge, or all of them to tidy up. */
export function moveTasks(document: WorkflowDocument, { positions }: MoveTasks): Result<ModelChange, Refusal> {
  return refuseUnknown(document, positions.keys()) ?? ok(changeBetween(document, withPositions(document, positions)));
}
