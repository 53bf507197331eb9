import { findClosest } from '@/base/did-you-mean';
import { err, type Result } from '@/base/result';
import { findTopTask, formatTaskLabel, listTaskIds, type WorkflowDocument } from '../document';

/** Why an edit was not made, as a message for the person who tried it. */
export interface EditRefusal {
  readonly message: string;
}

/** The result of an edit that cannot be made. */
export function refuseEdit(message: string): Result<never, EditRefusal> {
  return err({ message });
}

/** The refusal for the first unknown id, or undefined if all ids are tasks. */
export function refuseUnknown(
  document: WorkflowDocument,
  ids: Iterable<string>,
): Result<never, EditRefusal> | undefined {
  for (const id of ids) {
    if (findTopTask(document, id) !== undefined) continue;
    const guess = findClosest(id, listTaskIds(document));
    return refuseEdit(`No task “${id}”.${guess === undefined ? '' : ` Did you mean ${guess}?`}`);
  }
  return undefined;
}

/** The name or id of a task in quotes, for a message. */
export function quoteTask(document: WorkflowDocument, id: string): string {
  const task = findTopTask(document, id);
  return `“${task === undefined ? id : formatTaskLabel(id, task)}”`;
}
