import type { WorkflowDocument } from './document';
import { normalizeFilePath } from './file-path';

/** Where what people say of judgements is among the files of a workflow, from its folder. */
export const labelsPath = 'tests/labels.jsonl';

/** The files that tests name, and what people say of them, by their paths among the files of the workflow. */
export function listTestFiles({ tests = {} }: Pick<WorkflowDocument, 'tests'>): ReadonlySet<string> {
  const named = Object.values(tests).flatMap(({ rows, recording }) => [rows, recording]);
  const paths = named.flatMap((name) => (name === undefined ? [] : (findTestFile(name) ?? [])));
  return new Set([...paths, labelsPath].map((path) => normalizeFilePath(path)));
}

/** The path of a file that a test names, from the folder of the workflow; undefined: it is not in there. */
export function findTestFile(name: string): string | undefined {
  const path = /^file:\/\/\/?([^/].*)$/.exec(name)?.[1];
  const parts = path?.split('/') ?? ['..'];
  if (parts.some((part) => part === '..' || part === '.' || part === '' || /[\\:\0]/.test(part))) return undefined;
  return parts.join('/');
}
