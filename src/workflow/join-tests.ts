import type { WorkflowDocument } from './document';

/**
 * A workflow with the tests of the file that it names. `held` is what that file says: a workflow with tests, and
 * without tasks.
 */
export function joinTests(document: WorkflowDocument, held: WorkflowDocument): WorkflowDocument {
  return {
    ...document,
    ...(held.testDefaults !== undefined && { testDefaults: held.testDefaults }),
    tests: typeof held.tests === 'string' ? {} : (held.tests ?? {}),
  };
}

/** The workflow and its file of tests after an edit of the two joined. What did not change is the same object. */
export function separateTests(
  joined: WorkflowDocument,
  document: WorkflowDocument,
  held: WorkflowDocument,
): { readonly document: WorkflowDocument; readonly held: WorkflowDocument } {
  const { tests, testDefaults, ...rest } = joined;
  const isShared = held.testDefaults !== undefined;
  const own = isShared ? document.testDefaults : testDefaults;
  const isSame = tests === held.tests && (!isShared || testDefaults === held.testDefaults);
  return {
    document: {
      ...rest,
      ...(own !== undefined && { testDefaults: own }),
      ...(document.tests !== undefined && { tests: document.tests }),
    },
    held: isSame ? held : { ...held, ...(isShared && { testDefaults }), tests: tests ?? {} },
  };
}
