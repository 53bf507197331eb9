import { expect, it } from 'vitest';
import { readFragment, writeFragment } from './fragment';
import { readYaml } from './read-yaml';

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
    },
  });
  expect(Object.keys(read.ok ? read.value.tasks : {})).toEqual(['a', 'b']);
});

it('refuses what is no workflow, and a workflow without tasks, with the reason', () => {
  for (const other of ['just some words', 'name: x\ntasks: {}\n', '', 'tasks: {{a}}\n']) {
    const read = readFragment(other);
    expect(read.ok ? [] : read.error.map(({ severity }) => severity)).toContain('error');
  }
});
