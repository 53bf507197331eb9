import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { holderOf, locateTask, type TaskPath } from '../place';
import type { EditRefusal } from './refusal';
import { removePart } from './remove-part';
import { removeTasks } from './remove-tasks';

/** What {@link removePlaces} is told. */
export interface RemovePlaces {
  readonly places: readonly TaskPath[];
  /** Whether tasks of the document that waited for a removed one now wait for what it waited for. */
  readonly join?: boolean;
}

/** Removes tasks at any depth. One that goes with the task that holds it is not missed. */
export function removePlaces(
  document: WorkflowDocument,
  { places, join = false }: RemovePlaces,
): Result<WorkflowDocument, EditRefusal> {
  const ids = places.filter((place): place is TaskId => holderOf(place) === undefined);
  const removed = removeTasks(document, { ids, join });
  if (!removed.ok) return removed;
  let next = removed.value;
  for (const place of lastFirst(document, places)) {
    if (locateTask(next, place) === undefined) continue;
    const change = removePart(next, { place });
    if (!change.ok) return change;
    next = change.value;
  }
  return ok(next);
}

/** The places so that none is moved by the removal of another: cases are named by their number. */
function lastFirst(document: WorkflowDocument, places: readonly TaskPath[]): readonly TaskPath[] {
  const keys = new Map(
    places.map((place) => {
      const path = locateTask(document, place)?.path ?? [];
      return [place, path.map((step) => String(step).padStart(9, '0')).join('/')] as const;
    }),
  );
  return places.toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? 1 : -1));
}
