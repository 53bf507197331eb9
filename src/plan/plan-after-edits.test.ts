import { expect, it } from 'vitest';
import { compileDefinition } from './build-plan';
import { documentOf, keepUnchanged } from './plan.testing';

it('has the same objects for all tasks but the one that changed, unless there are more tasks before them', () => {
  const parts = Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { description: `Do ${id}.` }]));
  const document = documentOf(parts);
  const plan = compileDefinition(document, []);
  const same = (tasks: Readonly<Record<string, object>>, given: object = {}) =>
    compileDefinition(keepUnchanged(document, documentOf(tasks, given)), []).tasks.map(
      (task, index) => task === plan.tasks[index],
    );
  expect(same({ ...parts, b: { description: 'Another.' } })).toEqual([true, false, true, true]);
  expect(same({ ...parts, b: { inputs: { x: { task: { type: 'atomic', description: 'Inner.' } } } } })).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(same(parts, { variables: { SUBJECT: 'looms' } })).toEqual([false, false, false, false]);
});
