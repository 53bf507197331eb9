import { diffDocuments } from '@/workflow/diff/diff-documents';
import type { DocumentDiff } from '@/workflow/diff/document-diff';
import type { WorkflowDocument } from '@/workflow/document';
import { writtenDocument } from './written-form';

/**
 * How two documents differ in what they mean, with fields as a file names them. The notation they come from is no
 * difference.
 */
export function compareDocuments(before: WorkflowDocument, after: WorkflowDocument): DocumentDiff {
  return diffDocuments(writtenDocument(before), writtenDocument(after));
}
