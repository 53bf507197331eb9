import { describe, expect, it } from 'vitest';
import { findTopTask } from '../../document';
import { documentOf, id } from '../../sample.testing';
import { locateTask } from '../../task-path';
import { insertOnEdge } from './insert-on-edge';
import {
  connectPort,
  createInputName,
  disconnectPort,
  findPortRefusal,
  findTextReading,
  findUnorderedReading,
  formatReading,
  type PortEnds,
} from './port-edges';

const write = {
  description: 'Write of {{articles}}',
  inputs: { tone: 'calm', articles: { from: 'fetch.output' }, unnamed: { from: 'sort' } },
  dependsOn: ['fetch', 'sort'],
};
const document = documentOf({
  fetch: {},
  sort: {},
  other: {},
  write,
  told: { description: 'Tell {{fetch}}', dependsOn: ['fetch'] },
  each: { type: 'map', items: { from: 'fetch' }, dependsOn: ['fetch'] },
  later: { inputs: { first: { from: 'fetch' } }, dependsOn: ['told'] },
  last: { dependsOn: ['write'] },
});

/** What a task reads at its ports, and waits for; or the refusal. */
function outcome(made: ReturnType<typeof connectPort>, taskPath = 'write') {
  if (!made.ok) return made.error.message;
  const { inputs, items, dependsOn } = (locateTask(made.value, taskPath)?.task ?? {}) as Record<string, unknown>;
  return { ...(inputs === undefined ? {} : { inputs }), ...(items === undefined ? {} : { items }), dependsOn };
}

describe('connectPort', () => {
  it('sets just the input, and lets the task wait', () => {
    expect(outcome(connectPort(document, { from: 'other', to: 'write', port: 'inputs.tone' }))).toEqual({
      inputs: { ...write.inputs, tone: { from: 'other' } },
      dependsOn: ['fetch', 'sort', 'other'],
    });
  });

  it('makes a new input, unless its name cannot be or would hide what is read', () => {
    const to = (port: string, task = 'write') =>
      outcome(connectPort(document, { from: 'other', to: task, port }), task);
    expect(to('inputs.draft')).toMatchObject({ inputs: { ...write.inputs, draft: { from: 'other' } } });
    expect(to('inputs.1 a')).toMatch(/starts with a letter/);
    expect(to('inputs.fetch', 'told')).toBe(
      '“told” reads something else by the name “fetch”. Choose another name for the input.',
    );
    expect(createInputName(document, 'fetch', 'told')).toBe('fetch_2');
    expect(createInputName(document, 'other', 'told')).toBe('other');
  });

  it('sets the items of a map, and the argument of a call', () => {
    expect(outcome(connectPort(document, { from: 'sort', to: 'each', port: 'items' }), 'each')).toEqual({
      items: { from: 'sort' },
      dependsOn: ['fetch', 'sort'],
    });
    const calling = documentOf({ a: {}, c: { type: 'call', ref: 'f' } });
    const made = connectPort(calling, { from: 'a', to: 'c', port: 'args.text' });
    expect(made.ok && findTopTask(made.value, 'c')).toMatchObject({ args: { text: { from: 'a' } }, dependsOn: ['a'] });
  });

  it('refuses a circle, itself, another container, what is read already, and what would mean another value', () => {
    const refusal = (ends: PortEnds) => findPortRefusal(document, ends);
    expect(refusal({ from: 'last', to: 'write', port: 'inputs.tone' })).toMatch(/cycle/);
    expect(refusal({ from: 'write', to: 'write', port: 'inputs.tone' })).toMatch(/itself/);
    expect(refusal({ from: 'g/a', to: 'write', port: 'inputs.tone' })).toMatch(/same container/);
    expect(refusal({ from: 'fetch', to: 'write', port: 'inputs.articles' })).toBe(
      '“write” already reads “fetch”: input articles.',
    );
    const hidden = documentOf({ a: {}, m: { type: 'map', items: [], variables: { a: 1 } } });
    expect(findPortRefusal(hidden, { from: 'a', to: 'm', port: 'items' })).toBe(
      '“m” has a value “a” of its own, which it would read instead.',
    );
  });

  it('in a group', () => {
    const nested = documentOf({
      g: { type: 'group', subtasks: { a: { type: 'atomic' }, b: { type: 'atomic', inputs: { x: 1 } } } },
    });
    expect(outcome(connectPort(nested, { from: 'g/a', to: 'g/b', port: 'inputs.x' }), 'g/b')).toEqual({
      inputs: { x: { from: 'a' } },
      dependsOn: ['a'],
    });
  });

  it('moves the reading with its end, and its place among the inputs stays', () => {
    const edge = { from: 'fetch', to: 'write', port: 'inputs.articles' };
    const moved = (ends: PortEnds, task = 'write') => outcome(connectPort(document, ends, edge), task);
    expect(moved({ ...edge, port: 'inputs.tone' })).toEqual({
      inputs: { tone: { from: 'fetch' }, articles: '', unnamed: { from: 'sort' } },
      dependsOn: ['fetch', 'sort'],
    });
    expect(JSON.stringify(moved({ ...edge, from: 'other' }))).toBe(
      JSON.stringify({ inputs: { ...write.inputs, articles: { from: 'other' } }, dependsOn: ['sort', 'other'] }),
    );
    expect(moved({ from: 'fetch', to: 'write' })).toMatchObject({
      inputs: { articles: '' },
      dependsOn: ['fetch', 'sort'],
    });
    expect(moved({ from: 'fetch', to: 'last' }, 'last')).toMatchObject({ dependsOn: ['write', 'fetch'] });
    expect(connectPort(document, edge, edge)).toEqual({ ok: true, value: document });
  });

  it('moves an end of an edge without a port to one', () => {
    const edge = { from: 'write', to: 'last' };
    expect(outcome(connectPort(document, { ...edge, port: 'inputs.x' }, edge), 'last')).toEqual({
      inputs: { x: { from: 'write' } },
      dependsOn: ['write'],
    });
  });
});

describe('disconnectPort', () => {
  const without = (edge: PortEnds) => outcome(disconnectPort(document, edge), edge.to);

  it('takes the reading out of its field, and the dependency with it', () => {
    expect(without({ from: 'fetch', to: 'write', port: 'inputs.articles' })).toEqual({
      inputs: { tone: 'calm', articles: '', unnamed: { from: 'sort' } },
      dependsOn: ['sort'],
    });
    expect(without({ from: 'sort', to: 'write', port: 'inputs.unnamed' })).toEqual({
      inputs: { tone: 'calm', articles: { from: 'fetch.output' } },
      dependsOn: ['fetch'],
    });
    expect(without({ from: 'fetch', to: 'each', port: 'items' })).toEqual({ items: [], dependsOn: undefined });
  });

  it('keeps the dependency that another reading needs, and one by way of others', () => {
    const both = documentOf({ a: {}, b: { description: '{{a}}', inputs: { x: { from: 'a' } }, dependsOn: ['a'] } });
    expect(outcome(disconnectPort(both, { from: 'a', to: 'b', port: 'inputs.x' }), 'b')).toEqual({ dependsOn: ['a'] });
    expect(without({ from: 'fetch', to: 'later', port: 'inputs.first' })).toEqual({ dependsOn: ['told'] });
  });

  it('cuts no text: it says where the source is still read, or that an input names it', () => {
    const edge = { from: 'fetch', to: 'told' };
    const made = disconnectPort(document, edge);
    if (!made.ok) throw new Error(made.error.message);
    expect(outcome(made, 'told')).toEqual({ dependsOn: undefined });
    const reading = findUnorderedReading(made.value, edge) ?? expect.unreachable();
    expect(formatReading(made.value, 'fetch', reading)).toBe('“told” reads “fetch” in its prompt.');
    expect(findUnorderedReading(document, edge)).toBeUndefined();
    const literal = documentOf({ a: {}, b: { inputs: { x: 'Of {{a}}' }, dependsOn: ['a'] } });
    const named = { from: 'a', to: 'b', port: 'inputs.x' };
    expect(outcome(disconnectPort(literal, named))).toBe('“b” reads “a” in its input x. Take “a” out there first.');
    expect(findTextReading(literal, named)).toMatchObject({ reader: 'b', field: ['inputs', 'x'] });
    const inside = documentOf({
      a: {},
      m: { type: 'map', items: [1], innerTask: { type: 'atomic', name: 'In', description: '{{a}}' } },
    });
    expect(findUnorderedReading(inside, { from: 'a', to: 'm' })).toMatchObject({ reader: 'm/inner_task' });
  });

  it('takes away a dependency that only orders, and one without which the target waits all the same', () => {
    expect(without({ from: 'write', to: 'last' })).toEqual({ dependsOn: undefined });
    const twice = documentOf({ a: {}, b: { dependsOn: ['a'] }, c: { description: '{{a}}', dependsOn: ['a', 'b'] } });
    expect(outcome(disconnectPort(twice, { from: 'a', to: 'c' }), 'c')).toEqual({ dependsOn: ['b'] });
    expect(without({ from: 'other', to: 'last' })).toMatch(/does not wait/);
    expect(without({ from: 'other', to: 'write', port: 'inputs.tone' })).toMatch(/does not read/);
  });
});

describe('insertOnEdge', () => {
  it('lets a port that read the whole result read the inserted task, and one that reads a part of it stay', () => {
    const made = insertOnEdge(document, { task: id('other'), from: id('fetch'), to: id('each') });
    expect(outcome(made, 'each')).toEqual({ items: { from: 'other' }, dependsOn: ['other'] });
    const part = insertOnEdge(document, { task: id('other'), from: id('fetch'), to: id('write') });
    expect(outcome(part)).toMatchObject({
      inputs: { articles: { from: 'fetch.output' } },
      dependsOn: ['other', 'sort'],
    });
  });
});
