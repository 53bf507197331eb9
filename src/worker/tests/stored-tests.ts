import { AppError } from '@/base/errors';
import { decodeText } from '@/formats/decode-text';
import { detectNotation, type Notation } from '@/formats/notation';
import { type ReadAny, readAny } from '@/formats/read-any';
import { joinTestsFile } from '@/formats/tests-file';
import type { WorkflowDocument } from '@/workflow/document';
import type { FileRepository } from '@/workflow/file-repository';
import { findTestsFile } from '@/workflow/test-files';

/** The file of a workflow that has its tests, as it is stored. */
export interface StoredTestsFile {
  readonly path: string;
  readonly text: string;
  readonly notation: Notation;
  readonly read: ReadAny;
}

/**
 * Reads the file that has the tests of a workflow; undefined: it has them itself. Error `VALIDATION_ERROR` if it is
 * missing or no text.
 */
export async function readStoredTests(
  files: Pick<FileRepository, 'read'>,
  workflowId: string,
  document: WorkflowDocument,
): Promise<StoredTestsFile | undefined> {
  const path = findTestsFile(document);
  if (path === undefined) return undefined;
  const bytes = await files.read(workflowId, `/${path}`);
  if (bytes === undefined) {
    throw new AppError('VALIDATION_ERROR', `There is no file ${path} among the files of the workflow.`, {
      advice: 'Add it under Files, or write the tests into the code.',
    });
  }
  const text = decodeText(bytes);
  if (!text.ok) throw new AppError('VALIDATION_ERROR', `${path}: ${text.error.message}`);
  const notation = detectNotation(path, text.value);
  return { path, text: text.value, notation, read: readAny[notation](text.value) };
}

/** A workflow with its tests, wherever they stand. Error `VALIDATION_ERROR` tells the places of mistakes in a file. */
export async function joinStoredTests(
  files: Pick<FileRepository, 'read'>,
  workflowId: string,
  document: WorkflowDocument,
  known: readonly string[],
): Promise<WorkflowDocument> {
  const stored = await readStoredTests(files, workflowId, document);
  if (stored === undefined) return document;
  const joined = joinTestsFile(document, stored.read, known);
  const errors = joined.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return joined.document;
  const told = errors.slice(0, mostTold).map(({ code, message, range }) => {
    return `${stored.path}:${range?.line ?? 1}:${range?.column ?? 1}: ${code}: ${message}`;
  });
  const more = errors.length > mostTold ? [`${errors.length - mostTold} more.`] : [];
  throw new AppError('VALIDATION_ERROR', [...told, ...more].join('\n'));
}

/** So many mistakes of a file are told. */
const mostTold = 5;
