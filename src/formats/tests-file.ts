import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { joinTests } from '@/workflow/join-tests';
import { validateDocument } from '@/workflow/validate/validate';
import { addProblems } from './check-meaning';
import type { ReadAny } from './read-any';

/** A workflow whose tests stand in a file of their own, with them in it. */
export interface JoinedTests {
  readonly document: WorkflowDocument;
  /** What the file says: a workflow that has tests, and no tasks. Undefined: it has errors. */
  readonly held: WorkflowDocument | undefined;
  /** The problems of the file, each with its place there. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What a file of tests may have: the tests, what holds for all of them, and what says nothing of a run. */
const heldFields: ReadonlySet<string> = new Set(
  'tests testDefaults extensions heddle name version description layout'.split(' '),
);

/**
 * Puts the tests of a file into the workflow that names it. The file is written as a workflow is, in any notation, with
 * `tests` and perhaps `test_defaults`, so everything that reads and writes workflows does it for these files.
 */
export function joinTestsFile(document: WorkflowDocument, read: ReadAny, known: readonly string[]): JoinedTests {
  const { document: held } = read;
  if (held === undefined) {
    const isOther = read.diagnostics.some(({ code }) => code === 'HED107');
    return { document, held, diagnostics: isOther ? [createProblem([], noTests)] : read.diagnostics };
  }
  const joined = joinTests(document, held);
  const isHeld = ({ path: [key] }: Diagnostic): boolean =>
    key === 'tests' || (key === 'test_defaults' && held.testDefaults !== undefined);
  const found = [...findMisplaced(document, held), ...validateDocument(joined, known).filter(isHeld)];
  return { document: joined, held, diagnostics: addProblems(read, found).diagnostics };
}

const noTests = 'There is no “tests” in this file. Write tests: above the tests, as in a workflow.';

const createProblem = (path: Diagnostic['path'], message: string): Diagnostic => ({
  ...{ code: 'HED332', severity: 'error', path, message },
});

function findMisplaced(document: WorkflowDocument, held: WorkflowDocument): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  if (held.tests === undefined) problems.push(createProblem([], noTests));
  if (typeof held.tests === 'string')
    problems.push(createProblem(['tests'], 'A file of tests cannot name another. Write the tests here.'));
  if (held.testDefaults !== undefined && document.testDefaults !== undefined) {
    const message = 'The workflow has test_defaults, too. Keep them in one of the two.';
    problems.push(createProblem(['test_defaults'], message));
  }
  const isMisplaced = Object.keys(held).some((key) => key !== 'tasks' && !heldFields.has(key));
  if (isMisplaced || Object.keys(held.tasks).length > 0)
    problems.push(createProblem([], 'Only tests and test_defaults are read from here. Move the rest to the workflow.'));
  return problems;
}
