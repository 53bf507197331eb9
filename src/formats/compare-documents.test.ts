import { expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { compareDocuments } from './compare-documents';
import { readXml } from './xml/read-xml';
import { writeXml } from './xml/write-xml';
import { readYaml } from './yaml/read-yaml';
import { writeYaml } from './yaml/write-yaml';

const documentOf = (text: string): WorkflowDocument => {
  const { document } = readYaml(text);
  if (document === undefined) throw new Error(`Cannot be read: ${text}`);
  return document;
};
const before = documentOf('default_model: sim:a\ntasks:\n  a: { description: A }\n  b: { description: B }\n');
const after = documentOf(
  'default_model: sim:b\ntasks:\n  a: { description: A }\n  b: { description: B, depends_on: [a], x-own: 1 }\n',
);

it('tells from the earlier to the later document, with fields named as in a file', () => {
  expect(compareDocuments(before, after)).toEqual({
    settings: [{ path: ['default_model'], before: 'sim:a', after: 'sim:b' }],
    tasks: [
      {
        kind: 'changed',
        id: 'b',
        type: 'atomic',
        changes: [
          { path: ['depends_on'], after: ['a'] },
          { path: ['x-own'], after: 1 },
        ],
      },
    ],
    moved: [],
    layout: { tasks: 0, notes: 0, folded: 0 },
  });
});

it('finds the same in whatever notation the two were written', () => {
  const expected = compareDocuments(before, after);
  for (const copy of [readXml(writeXml(after)).document, readYaml(writeYaml(after)).document]) {
    expect(copy && compareDocuments(before, copy)).toEqual(expected);
  }
});
