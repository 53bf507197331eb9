import { diffDocuments } from '@/workflow/diff/diff-documents';
import type { DocumentDiff } from '@/workflow/diff/document-diff';
import type { WorkflowDocument } from '@/workflow/document';
import { writeDocumentForm } from './written-form';

/** How two documents differ in meaning, with fields named as in a file. Their notations do not matter. */
export function compareDocuments(before: WorkflowDocument, after: WorkflowDocument): DocumentDiff {
  return diffDocuments(writeDocumentForm(before), writeDocumentForm(after));
}
