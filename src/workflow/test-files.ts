import type { WorkflowDocument } from './document';
import { normalizeFilePath } from './file-path';
import type { TestCase } from './test-case-schema';

/** Where what people say of judgements is among the files of a workflow, from its folder. */
export const labelsPath = 'tests/labels.jsonl';

type HasTests = Pick<WorkflowDocument, 'tests'>;

/** The tests that stand in a document itself, by id: none if a file has them. */
export function getOwnTests({ tests = {} }: HasTests): Readonly<Record<string, TestCase>> {
  return typeof tests === 'string' ? {} : tests;
}

/** The path of the file that has the tests of a document, from its folder; undefined: it has them itself. */
export function findTestsFile({ tests }: HasTests): string | undefined {
  return typeof tests === 'string' ? findTestFile(tests) : undefined;
}

/** Why the tests of a document cannot be edited in it, in a sentence; undefined: they stand in it. */
export function explainTestsElsewhere({ tests }: HasTests): string | undefined {
  return typeof tests === 'string' ? `The tests are in ${tests}. Edit them there.` : undefined;
}

/** The files that tests name, and what people say of them, by their paths among the files of the workflow. */
export function listTestFiles(document: HasTests): ReadonlySet<string> {
  const named = Object.values(getOwnTests(document)).flatMap(({ rows, recording }) => [rows, recording]);
  const paths = named.flatMap((name) => (name === undefined ? [] : (findTestFile(name) ?? [])));
  const own = findTestsFile(document);
  return new Set([...paths, ...(own === undefined ? [] : [own]), labelsPath].map((path) => normalizeFilePath(path)));
}

/**
 * Whether the text of a file of tests names a file of the workflow. The text is not read for its meaning: what a broken
 * one names stays hidden too.
 */
export function isNamedInTests(text: string, path: string): boolean {
  const names = [`file:/${path}`, `file://${path}`].flatMap((name) => [name, name.replaceAll('&', '&amp;')]);
  return names.some((name) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
      if (!/[\w./-]/.test(text[at + name.length] ?? '')) return true;
    return false;
  });
}

/** The path of a file that a test names, from the folder of the workflow; undefined: it is not in there. */
export function findTestFile(name: string): string | undefined {
  const path = /^file:\/\/\/?([^/].*)$/.exec(name)?.[1];
  const parts = path?.split('/') ?? ['..'];
  if (parts.some((part) => part === '..' || part === '.' || part === '' || /[\\:\0]/.test(part))) return undefined;
  return parts.join('/');
}
