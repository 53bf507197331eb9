import { expect, it } from 'vitest';
import { documentOf } from '@/workflow/sample.testing';
import { detectNotation, notations, notationWords, workflowEndings } from './notation';
import { readAny } from './read-any';
import { writeAny } from './write-any';

it.each([
  ['a.yaml', '<task/>', 'yaml'],
  ['A.YML', '', 'yaml'],
  ['flow.json', 'tasks: {}', 'json'],
  ['flow.v2.XML', '{}', 'xml'],
])('believes the name %s', (name, text, notation) => expect(detectNotation(name, text)).toBe(notation));

it.each([
  ['flow.txt', '\n  <workflow/>', 'xml'],
  ['', '\uFEFF{ "tasks": {} }', 'json'],
  ['constructor', '[]', 'json'],
  ['flow', '# none\ntasks: {}', 'yaml'],
  ['flow.txt', '', 'yaml'],
])('looks at the first character if the name %j tells nothing', (name, text, notation) =>
  expect(detectNotation(name, text)).toBe(notation),
);

it('knows what is told to people and to a file dialog', () => {
  expect(notationWords).toBe('YAML, XML or JSON');
  expect(workflowEndings).toEqual(['.yaml', '.yml', '.xml', '.json']);
});

it.each(notations)('reads what it writes as %s, also without the name of a file', (notation) => {
  const document = documentOf({ a: { description: 'Say {{b}}', dependsOn: ['b'] }, b: { type: 'script' } });
  const text = writeAny[notation].document(document);
  expect(detectNotation('', text)).toBe(notation);
  expect(readAny[notation](text).document?.tasks).toEqual(document.tasks);
});
