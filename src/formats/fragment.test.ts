import { expect, it } from 'vitest';
import { readFragment, writeFragment } from './fragment';
import { readYaml } from './yaml/read-yaml';

const text = `name: Whole
tasks:
  a: { description: One, pinned: kept }
  b: { description: "{{a}}", depends_on: [a] }
  c: { description: Three }
layout:
  tasks: { a: [1, 2], c: [3, 4] }
`;

it('copies the chosen tasks with their positions, in the order of the document, and nothing of the rest', () => {
  const { document } = readYaml(text);
  if (document === undefined) throw new Error('There is no document.');
  const written = writeFragment(document, ['b', 'a', 'nobody']);
  expect(written).not.toContain('Whole');
  const read = readFragment(written);
  expect(read).toEqual({
    ok: true,
    value: {
      tasks: { a: document.tasks['a' as never], b: document.tasks['b' as never] },
      layout: { tasks: { a: [1, 2] } },
      diagnostics: [],
    },
  });
  expect(Object.keys(read.ok ? read.value.tasks : {})).toEqual(['a', 'b']);
});

it('copies notes by their keys, and those in a copied container with it', () => {
  const { document } = readYaml(`tasks:
  both: { type: group, subtasks: { b: { description: One } } }
layout:
  notes:
    - { text: out, at: [1, 2] }
    - { text: in, at: [3, 4], color: blue, in: both }
`);
  if (document === undefined) throw new Error('There is no document.');
  const notesOf = (keys: readonly string[]) => {
    const read = readFragment(writeFragment(document, keys));
    return read.ok ? read.value.layout?.notes : read.error;
  };
  const [out, within] = document.layout?.notes ?? [];
  expect(notesOf(['both'])).toEqual([within]);
  expect(notesOf(['note:0', 'both'])).toEqual([out, within]);
  expect(notesOf(['note:1'])).toEqual([{ text: 'in', at: [3, 4], color: 'blue' }]);
});

it('refuses what is no workflow, and a workflow without tasks, with the reason', () => {
  for (const other of ['just some words', 'name: x\ntasks: {}\n', '', 'tasks: {{a}}\n']) {
    const read = readFragment(other);
    expect(read.ok ? [] : read.error.map(({ severity }) => severity)).toContain('error');
  }
});

it.each([
  ['XML', '<task id="a"><description>One</description></task>'],
  [
    'XML amid prose',
    'Sure, here it is:\n\n```xml\n<task id="a"><description>One</description></task>\n```\nAnything else?',
  ],
  ['JSON', '{ "tasks": { "a": { "description": "One" } } }'],
])('takes %s', (_notation, other) => {
  expect(readFragment(other)).toMatchObject({ ok: true, value: { tasks: { a: { description: 'One' } } } });
});

it('tells what was repaired', () => {
  const read = readFragment('<task id="a"><description>One</description>');
  expect(read).toMatchObject({ ok: true, value: { diagnostics: [{ code: 'HED505', severity: 'warning' }] } });
});

it('keeps all of a workflow that has more than tasks, in YAML to the letter', () => {
  expect(readFragment(text)).toMatchObject({ ok: true, value: { workflow: text } });
  const xml = '<workflow name="Whole"><tasks><task id="a"><description>One</description></task></tasks></workflow>';
  expect(readFragment(xml)).toMatchObject({ ok: true, value: { workflow: expect.stringContaining('name: Whole') } });
  const bare = readFragment('heddle: 1\ntasks: { a: { description: One } }');
  expect(bare.ok && bare.value).not.toHaveProperty('workflow');
});
