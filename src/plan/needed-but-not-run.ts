import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { notRunYet } from '@/workflow/validate/not-run-yet';

/** Each field that a run would need but that is not run yet (HED501): without it the run would give another result. */
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
