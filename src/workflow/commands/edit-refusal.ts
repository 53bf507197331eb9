import { closest } from '@/base/did-you-mean';
import { err, type Result } from '@/base/result';
import { taskIds, taskLabel, taskOf, type WorkflowDocument } from '../document';

/** Why an edit was not made, as a message for the person who tried it. */
export interface EditRefusal {
  readonly message: string;
}

/** The result of an edit that cannot be made. */
export function refuse(message: string): Result<never, EditRefusal> {
  return err({ message });
}

/** The refusal for the first unknown id, or undefined if all ids are tasks. */
export function refuseUnknown(
  document: WorkflowDocument,
  ids: Iterable<string>,
): Result<never, EditRefusal> | undefined {
  for (const id of ids) {
    if (taskOf(document, id) !== undefined) continue;
    const guess = closest(id, taskIds(document));
    return refuse(`No task “${id}”.${guess === undefined ? '' : ` Did you mean ${guess}?`}`);
  }
  return undefined;
}

/** The name or id of a task in quotes, for a message. */
export function quoted(document: WorkflowDocument, id: string): string {
  const task = taskOf(document, id);
  return `“${task === undefined ? id : taskLabel(id, task)}”`;
}
