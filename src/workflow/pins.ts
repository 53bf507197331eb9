import type { WorkflowDocument } from './document';
import { mapEveryTask } from './map-every-task';
import { isPinned } from './tasks/pin';

/** How many tasks have a pinned output, at any depth, also in the library. */
export function countPins(document: WorkflowDocument): number {
  let count = 0;
  mapEveryTask(document, (task) => {
    if (isPinned(task)) count += 1;
    return task;
  });
  return count;
}

/** The document without pinned outputs; the same object if it has none. */
export function removePins(document: WorkflowDocument): WorkflowDocument {
  return mapEveryTask(document, (task) => {
    if (task.pinned === undefined) return task;
    const { pinned: _pinned, ...rest } = task;
    return rest;
  });
}
