import { describe, expect, it } from 'vitest';
import type { Definition, WorkflowDocument } from '../document';
import { documentOf, id } from '../sample.testing';
import { listPorts, listReferredSiblings } from './ports';
import { listReadingsBetween } from './readings';
import { Siblings } from './siblings';

const ports = (task: Record<string, unknown>, rest: Partial<WorkflowDocument> = {}) => {
  const document = documentOf({ fetch: {}, task }, rest);
  return listPorts(document, document.tasks[id('task')] ?? expect.unreachable()).map(({ name, reads }) => [
    name,
    ...reads,
  ]);
};

describe('portsOf', () => {
  it('has one for each input by name, but not for an input that is a task', () => {
    const inputs = { articles: { from: 'fetch.output' }, tone: 'calm', made: { task: { type: 'atomic' } } };
    expect(ports({ inputs })).toEqual([['inputs.articles', 'fetch.output'], ['inputs.tone']]);
  });

  it('has what a literal input names in its texts', () => {
    expect(ports({ inputs: { deep: { a: ['{{fetch}} and {{other.x}}'] } } })).toEqual([
      ['inputs.deep', 'fetch', 'other.x'],
    ]);
  });

  it('has the lists of a map, a reduce and a pipeline', () => {
    expect(ports({ type: 'map', items: { from: 'fetch' } })).toEqual([['items', 'fetch']]);
    expect(ports({ type: 'reduce', items: ['{{fetch}}'] })).toEqual([['items']]);
    expect(ports({ type: 'map', inputs: { a: { from: 'fetch' } } })).toEqual([['inputs.a', 'fetch']]);
    expect(ports({ type: 'pipeline', plan: ['See {{fetch}}'], state: { from: 'fetch.output' } })).toEqual([
      ['plan', 'fetch'],
      ['state', 'fetch.output'],
    ]);
  });

  it('has one for each parameter of the function that is called, and for what is given besides', () => {
    const library = { sum: { parameters: [{ name: 'text' }, { name: 'words' }] } as unknown as Definition };
    expect(ports({ type: 'call', ref: 'sum', args: { words: 3, more: '{{fetch}}' } }, { library })).toEqual([
      ['args.text'],
      ['args.words'],
      ['args.more', 'fetch'],
    ]);
    expect(ports({ type: 'call', ref: 'constructor' }, { library })).toEqual([]);
  });

  it('has none that reads what the task has itself', () => {
    const own = { variables: { fetch: 'x' }, loop: { type: 'repeat', count: 2 } };
    expect(ports({ ...own, inputs: { a: { from: 'fetch' }, b: { from: 'last' } } })).toEqual([
      ['inputs.a'],
      ['inputs.b'],
    ]);
    // An input is seen by the other fields, but not by inputs.
    expect(ports({ type: 'map', inputs: { fetch: { from: 'fetch' } }, items: { from: 'fetch' } })).toEqual([
      ['inputs.fetch', 'fetch'],
      ['items'],
    ]);
  });
});

describe('referredSiblings', () => {
  it('takes the longest id, else those that return the name', () => {
    const { tasks } = documentOf({
      a: { returns: { title: 'output' } },
      'a.b': {},
      c: { returns: { title: 'output' } },
    });
    const siblings = new Siblings('graph', tasks, []);
    expect(listReferredSiblings(siblings, 'a.b.c')).toEqual(['a.b']);
    expect(listReferredSiblings(siblings, 'title.x')).toEqual(['a', 'c']);
    expect(listReferredSiblings(siblings, 'nowhere')).toEqual([]);
  });
});

describe('readingsBetween', () => {
  it('has each field and text, at the port at which it enters, and those of tasks inside', () => {
    const document = documentOf({
      fetch: { returns: { title: 'output' } },
      each: {
        type: 'map',
        items: { from: 'fetch.output' },
        condition: 'tasks.fetch.status == "COMPLETE"',
        inputs: { tone: 'As {{fetch}}', other: { from: 'title' } },
        innerTask: { type: 'atomic', description: 'Do {{item}} of {{fetch}}' },
        dependsOn: ['fetch'],
      },
    });
    expect(
      listReadingsBetween(document, 'fetch', 'each').map(({ reader, port, text, isField }) => [
        reader,
        port,
        text,
        isField,
      ]),
    ).toEqual([
      ['each', 'inputs.tone', 'fetch', false],
      ['each', 'inputs.other', 'title', true],
      ['each', undefined, 'fetch', false],
      ['each', 'items', 'fetch.output', true],
      ['each/inner_task', undefined, 'fetch', false],
    ]);
  });
});
