import type { WorkflowDocument } from './document';
import { mapField, mapMembers } from './map-same';
import type { Task } from './tasks';
import { mapParts } from './tasks/parts';

/**
 * The document with every task in it passed through a function, at any depth, also in the library. The same object if
 * none changed.
 */
export function mapEveryTask(document: WorkflowDocument, map: (task: Task) => Task): WorkflowDocument {
  const mapTask = (task: Task): Task => mapParts(map(task), mapTask);
  const tasks = mapField(document, 'tasks', (all) => mapMembers<Task>(all, mapTask));
  return mapField(tasks, 'library', (library) =>
    mapMembers(library, (definition) => mapField(definition, 'task', mapTask)),
  );
}
