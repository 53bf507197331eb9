import { dirname, join } from 'node:path';
import { type JoinedTests, joinTestsFile } from '@/formats/tests-file';
import type { WorkflowDocument } from '@/workflow/document';
import { findTestsFile } from '@/workflow/test-files';
import type { Io } from '../io';
import { readWorkflow } from '../read-workflow';
import { readWorkflowText } from '../read-workflow-text';

/** A workflow with the tests of the file that it names. */
export interface ReadTestsFile extends JoinedTests {
  /** The file, named from where the workflow is named; undefined: the workflow has its tests itself. */
  readonly file: string | undefined;
}

/** Reads the tests of a workflow where they stand in a file of their own. `known`: ids of providers. */
export async function readTestsFile(
  io: Io,
  workflow: string,
  document: WorkflowDocument,
  known: readonly string[],
): Promise<ReadTestsFile> {
  const path = findTestsFile(document);
  if (path === undefined) return { document, held: undefined, diagnostics: [], file: undefined };
  const file = join(dirname(workflow), path);
  const read = await readWorkflow(io, file, readWorkflowText);
  if (read.ok) return { ...joinTestsFile(document, { locate: () => undefined, ...read.value }, known), file };
  const told = { code: 'HED332', severity: 'error', path: [], message: read.error.slice(file.length + 2) } as const;
  return { document, held: undefined, diagnostics: [told], file };
}
