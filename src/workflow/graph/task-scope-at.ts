import { formatPath } from '../diagnostic';
import { taskOf, type WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { locateTask, type TaskPath as PlaceName, rootOf } from '../task-path';
import { documentSiblings, mapWithin, scopeOfTask, type TaskScope } from './task-scopes';

/** The names that a task can use, by its task path or its place in the library; undefined if there is no such task. */
export function taskScopeAt(document: WorkflowDocument, name: PlaceName): TaskScope | undefined {
  const id = rootOf(name) as TaskId;
  const top = taskOf(document, id);
  const located = locateTask(document, name);
  if (top === undefined || located === undefined) return undefined;
  const path = formatPath(located.path);
  let found: TaskScope | undefined;
  mapWithin(top, scopeOfTask(document, documentSiblings(document), id, top), (task, place) => {
    if (formatPath(place.path) === path) found = place;
    return task;
  });
  return found;
}
