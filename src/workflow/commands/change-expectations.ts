import type { Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import type { Expectation } from '../test-case-schema';
import { explainTestsElsewhere, getOwnTests } from '../test-files';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { updateSettings } from './update-settings';

/** Arguments of {@link changeExpectations}. */
export interface ChangeExpectations {
  /** Id of the test. */
  readonly id: string;
  /** What is expected instead, by the place in the list of the test. */
  readonly expected: ReadonlyMap<number, Expectation>;
}

/** Replaces expectations of a test. */
export function changeExpectations(
  document: WorkflowDocument,
  { id, expected }: ChangeExpectations,
): Result<WorkflowDocument, EditRefusal> {
  const problem = explainTestsElsewhere(document);
  if (problem !== undefined) return refuseEdit(problem);
  const tests = getOwnTests(document);
  const test = tests[id];
  const { expect = [] } = test ?? {};
  if (test === undefined || [...expected.keys()].some((index) => expect[index] === undefined))
    return refuseEdit(`The test “${id}” is another than when it was judged.`);
  const changed = { ...test, expect: expect.map((one, index) => expected.get(index) ?? one) };
  return updateSettings(document, { patch: { tests: { ...tests, [id]: changed } } });
}
