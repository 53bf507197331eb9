import { formatPath } from '../diagnostic';
import { taskOf, type WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { locateTask, type TaskPath as PlaceName, rootOf } from '../place';
import { documentSiblings, mapWithin, placeOfTask, type TaskScope } from './places';

/** The names that are there at a place of a document (see `workflow/place.ts`); undefined if no task is. */
export function placeAt(document: WorkflowDocument, name: PlaceName): TaskScope | undefined {
  const id = rootOf(name) as TaskId;
  const top = taskOf(document, id);
  const located = locateTask(document, name);
  if (top === undefined || located === undefined) return undefined;
  const path = formatPath(located.path);
  let found: TaskScope | undefined;
  mapWithin(top, placeOfTask(document, documentSiblings(document), id, top), (task, place) => {
    if (formatPath(place.path) === path) found = place;
    return task;
  });
  return found;
}
