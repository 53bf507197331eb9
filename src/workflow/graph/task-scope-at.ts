import { formatPath } from '../diagnostic';
import { findTopTask, type WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { getRootPath, locateTask, type TaskPath as PlaceName } from '../task-path';
import { createDocumentSiblings, createTaskScope, mapWithin, type TaskScope } from './task-scopes';

/** The names that a task can use, by its task path or its place in the library; undefined if there is no such task. */
export function findTaskScope(document: WorkflowDocument, name: PlaceName): TaskScope | undefined {
  const id = getRootPath(name) as TaskId;
  const top = findTopTask(document, id);
  const located = locateTask(document, name);
  if (top === undefined || located === undefined) return undefined;
  const path = formatPath(located.path);
  let found: TaskScope | undefined;
  mapWithin(top, createTaskScope(document, createDocumentSiblings(document), id, top), (task, place) => {
    if (formatPath(place.path) === path) found = place;
    return task;
  });
  return found;
}
