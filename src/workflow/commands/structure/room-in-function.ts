import type { WorkflowDocument } from '../../document';
import { locateTask } from '../../task-path';
import { findEndPlace, findOccupant, type TaskPlace } from '../places/task-place';
import { encloseTask } from './enclose-task';

/**
 * The place for further tasks in a function that has its task already: in that or, if that holds no others, in a
 * sequence around it, whose result is that of its last step. `first`: before it. Any other place stays as it is.
 */
export function makeRoomInFunction(
  document: WorkflowDocument,
  into: TaskPlace,
  first = false,
): { readonly document: WorkflowDocument; readonly into: TaskPlace } {
  const root = into.container === undefined ? findOccupant(document, into) : undefined;
  const task = root === undefined ? undefined : locateTask(document, root)?.task;
  if (root === undefined || task === undefined) return { document, into };
  const end = findEndPlace(task, root);
  if (end !== undefined) return { document, into: end };
  const made = encloseTask(document, { taskPath: root, holder: { type: 'sequential', steps: [] }, slot: 'step' });
  if (!made.ok) return { document, into };
  return { document: made.value.document, into: { kind: 'list', container: root, index: first ? 0 : 1 } };
}
