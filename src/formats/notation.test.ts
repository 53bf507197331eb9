import { expect, it } from 'vitest';
import { notationOf } from './notation';

it.each([
  ['a.yaml', '<task/>', 'yaml'],
  ['A.YML', '', 'yaml'],
  ['flow.json', 'tasks: {}', 'json'],
  ['flow.v2.XML', '{}', 'xml'],
])('believes the name %s', (name, text, notation) => expect(notationOf(name, text)).toBe(notation));

it.each([
  ['flow.txt', '\n  <workflow/>', 'xml'],
  ['', '\uFEFF{ "tasks": {} }', 'json'],
  ['constructor', '[]', 'json'],
  ['flow', '# none\ntasks: {}', 'yaml'],
  ['flow.txt', '', 'yaml'],
])('looks at the first character if the name %j tells nothing', (name, text, notation) =>
  expect(notationOf(name, text)).toBe(notation),
);
