import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { notRunYet } from '@/workflow/validate/not-run-yet';

/** Each field that Heddle does not run yet and without which a run would give another result (HED501). */
export function neededButNotRun(document: WorkflowDocument): Diagnostic[] {
  return notRunYet(document)
    .filter(({ needed }) => needed)
    .map(({ path, what }) => ({
      code: 'HED501',
      severity: 'error',
      message: `${what} is kept, but not run yet, and a run without it would give another result. Remove it to run.`,
      path,
    }));
}
