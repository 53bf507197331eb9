import { shareJson } from '@/base/shared-json';
import { listTaskIds, type WorkflowDocument } from '@/workflow/document';

/**
 * The document `next`, but with the objects of `current` for all parts that are equal, so that unchanged tasks do not
 * render again.
 */
export function reconcileDocument(current: WorkflowDocument, next: WorkflowDocument): WorkflowDocument {
  return listTaskIds(current).length === 0 ? next : shareJson(current, next);
}
