import { describe, expect, it } from 'vitest';
import { hashValue } from '@/base/hash';
import { buildPlan, compileDefinition } from './build-plan';
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

describe('built-in definitions', () => {
  const tasks = { a: { description: 'Do {{mail}}.' } };
  const planWith = (given: object, more: typeof tasks | object = {}) =>
    compileDefinition(documentOf({ ...tasks, ...more }, { inputs: { mail: { default: 'Hello' } }, ...given }), []);
  const before = planWith({});
  const count = Object.keys(before.library).length;
  const listSame = ({ library }: typeof before) =>
    Object.entries(library).flatMap(([name, one]) => (one === planWith({}).library[name] ? [name] : []));

  it('are the same objects for other inputs and variables', () => {
    expect(count).toBeGreaterThan(3);
    expect(listSame(planWith({ inputs: { mail: { default: 'Bye' } }, variables: { tone: 'kind' } }))).toHaveLength(
      count,
    );
  });

  it('are planned anew for another model, other limits, and another number of tasks', () => {
    const others = [
      planWith({ defaultModel: 'openai:base' }),
      planWith({ limits: { timeoutMs: 5 } }),
      planWith({}, { b: {} }),
    ];
    for (const one of others) expect(listSame(one)).toEqual([]);
    const models = others.map(({ library }) => Object.values(library).map(({ task }) => task));
    expect(models[0]).toContainEqual(expect.objectContaining({ model: { provider: 'openai', model: 'base' } }));
    expect(models[1]).toContainEqual(expect.objectContaining({ limits: expect.objectContaining({ timeoutMs: 5 }) }));
  });

  it('are left out where the document has its own of that name, whatever was planned before', () => {
    const [name = ''] = Object.keys(before.library);
    const own = { library: { [name]: { task: { type: 'atomic', description: 'My own.' } } } };
    expect(planWith(own).library[name]?.task).toMatchObject({ prompt: 'My own.' });
    expect(Object.keys(planWith(own).library)).toHaveLength(count);
    expect(planWith({}).library[name]).toEqual(before.library[name]);
  });

  it('are in the hash, which is that of the whole definition', () => {
    for (const given of [{}, { variables: { tone: 'kind' } }, { defaultModel: 'openai:base' }]) {
      const document = documentOf({ a: {} }, given);
      const plan = buildPlan(document, []);
      expect(plan.ok && plan.value.hash).toBe(hashValue(compileDefinition(document, [])));
    }
  });
});
