import type { Diagnostic } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { checkDependencies } from './check-dependencies';
import { checkFields } from './check-fields';
import { checkModels } from './check-models';
import { checkTexts } from './check-texts';
import { Checking } from './checking';
import { notRunYet } from './not-run-yet';

/**
 * Checks what a document means: HED3xx, HED4xx and HED5xx. `known` are ids of providers named in settings. Paths are as a
 * file has them; places in a text are added by those who have one. Linear in the size of the document, but for references
 * to tasks far above.
 */
export function validateDocument(document: WorkflowDocument, known: readonly string[]): Diagnostic[] {
  const checking = new Checking(document, known);
  checkDependencies(checking);
  checkTexts(checking);
  checkModels(checking);
  checkFields(checking);
  for (const { path, what, needed } of notRunYet(document)) {
    const consequence = needed ? ', and the workflow cannot run with it' : '';
    checking.report('HED501', path, `${what} is kept, but not run yet${consequence}.`);
  }
  return checking.diagnostics;
}
