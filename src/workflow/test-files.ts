import type { WorkflowDocument } from './document';
import { normalizeFilePath } from './file-path';
import { findTestFile } from './validate/check-tests';

/** Where what people say of judgements is among the files of a workflow, from its folder. */
export const labelsPath = 'tests/labels.jsonl';

/** The files that tests name, and what people say of them, by their paths among the files of the workflow. */
export function listTestFiles({ tests = {} }: Pick<WorkflowDocument, 'tests'>): ReadonlySet<string> {
  const named = Object.values(tests).flatMap(({ rows, recording }) => [rows, recording]);
  const paths = named.flatMap((name) => (name === undefined ? [] : (findTestFile(name) ?? [])));
  return new Set([...paths, labelsPath].map((path) => normalizeFilePath(path)));
}
