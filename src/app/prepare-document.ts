import { preparing } from '@/editor/preparing';
import { inSlices } from '@/ui/in-slices';
import type { WorkflowDocument } from '@/workflow/document';

/** Resolves when what the editor shows of a document is derived. The page answers to keys meanwhile. */
export function prepareDocument(document: WorkflowDocument): Promise<void> {
  const forever = new AbortController().signal;
  return new Promise((resolve) => {
    inSlices(preparing(document), () => {}, resolve, forever, 1);
  });
}
