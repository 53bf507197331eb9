import { nameProblem } from '@/base/name';
import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import type { TestCase } from '../test-case-schema';
import { explainTestsElsewhere, getOwnTests } from '../test-files';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { updateSettings } from './update-settings';

/** Arguments of {@link addTest}. */
export interface AddTest {
  readonly id: string;
  readonly test: TestCase;
}

/** Adds a test, after those that there are. */
export function addTest(document: WorkflowDocument, { id, test }: AddTest): Result<WorkflowDocument, EditRefusal> {
  const problem = explainTestsElsewhere(document) ?? explainTestId(document, id);
  if (problem !== undefined) return refuseEdit(problem);
  return updateSettings(document, { patch: { tests: { ...getOwnTests(document), [id]: test } } });
}

/** Why a new test cannot have an id; undefined if it is free. */
export function explainTestId(document: Pick<WorkflowDocument, 'tests'>, id: string): string | undefined {
  const problem = nameProblem(id);
  if (problem !== undefined) return problem;
  return Object.hasOwn(getOwnTests(document), id) ? `There is a test “${id}” already. Choose another name.` : undefined;
}
