import { expect, it } from 'vitest';
import { readText } from './read-text';

it('gives problems of meaning the places that they have in the text', () => {
  const text = 'default_model: sim:echo\ntasks:\n  a:\n    description: x\n    dependsOn: [nobody]\n';
  const { document, diagnostics } = readText(text, []);
  expect(document).toBeDefined();
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]).toMatchObject({ code: 'HED301', range: { line: 5, column: 17, endColumn: 23 } });
});

it('asks for the meaning only of what parses', () => {
  const { document, diagnostics } = readText('tasks:\n  a: { depends_on: [nobody], nme: x }\n', []);
  expect(document).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toEqual(['HED201']);
});

it('knows the providers that are named in settings', () => {
  const text = 'tasks:\n  a: { description: x, model: "lab:big" }\n';
  expect(readText(text, ['lab']).diagnostics).toEqual([]);
});
