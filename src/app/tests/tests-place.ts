import type { WorkflowDocument } from '@/workflow/document';
import { findTestsFile } from '@/workflow/test-files';

/** Where the tests of a workflow are written, for a person: in a file of their own, or in the code. */
export function nameTestsPlace(document: Pick<WorkflowDocument, 'tests'>): string {
  const file = findTestsFile(document);
  return file === undefined ? 'the code, under tests' : `/${file} among the files`;
}
