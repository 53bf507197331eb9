import type { WorkflowDocument } from '@/workflow/document';
import { getOwnTests } from '@/workflow/test-files';

/** `run_31` for `run 31`, or that with a number if it is taken. */
export function proposeTestId(document: Pick<WorkflowDocument, 'tests'>, name: string): string {
  const plain = name.replace(/\W+/g, '_');
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? plain : `${plain}_${number}`;
    if (!Object.hasOwn(getOwnTests(document), id)) return id;
  }
}
