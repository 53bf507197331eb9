import { describe, expect, it } from 'vitest';
import { findTopTask } from '../document';
import { documentOf } from '../sample.testing';
import type { Task } from '../tasks';
import { collectReads, findEdgeKind } from './reads';

describe('readsOf', () => {
  it('finds names in every place that may have them', () => {
    const document = documentOf({
      t: {
        type: 'script',
        description: '{{a.output.x}} \\{{no}}',
        system: ['{{b}}', { name: 'rules', value: '{{c}}' }],
        agent: { system: '{{d}}' },
        expectedOutput: '{{e}}',
        inputs: { one: { from: 'f.output' }, two: { deep: ['{{g}}'] }, three: '{{h}}' },
        condition: 'tasks.i.status == "tasks.no"',
        validate: 'output == tasks["j-1"].output',
        returns: { r: 'tasks.k.output' },
        script: { content: 'echo {{no}}', stdin: '{{l}}', env: { V: '{{m}}' } },
      },
      n: {
        type: 'cond',
        cases: [{ test: 'tasks.o.output', task: { type: 'atomic', description: '{{p}}' } }],
        else: { type: 'atomic', inputs: { x: { from: 'q' } } },
      },
    });
    const reads = (name: string) => {
      const task = findTopTask(document, name);
      return task === undefined ? [] : [...collectReads(task)].filter((read) => !read.includes('.')).sort();
    };
    expect(reads('t')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j-1', 'k', 'l', 'm']);
    expect(reads('n')).toEqual(['o', 'p', 'q']);
  });

  it('are longer names from outside, where a shorter one is its own', () => {
    const task = { type: 'script', variables: { a: 'x' }, description: '{{a.b.output}} {{a}} {{secrets.KEY}}' };
    const document = documentOf({ 'a.b': { type: 'script' }, t: { ...task, dependsOn: ['a.b'] } });
    expect([...collectReads(findTopTask(document, 't') as Task)]).toEqual([
      'a.b.output',
      'a.b',
      'secrets.KEY',
      'secrets',
    ]);
    expect(findEdgeKind(document, 'a.b', 't')).toBe('data');
  });
});

describe('edgeKind', () => {
  const document = documentOf({
    fetch: { returns: { title: 'output.title' } },
    script: { type: 'script', dependsOn: ['fetch'] },
    reader: { type: 'script', dependsOn: ['fetch'], inputs: { x: { from: 'fetch' } } },
    returned: { type: 'script', dependsOn: ['fetch'], script: { stdin: '{{title}}' } },
    prompt: { dependsOn: ['fetch'] },
    quiet: { dependsOn: ['fetch'], injectContext: false },
    closed: { dependsOn: ['fetch'], context: { mode: 'none' } },
    named: { dependsOn: ['fetch'], context: { mode: 'none' }, description: '{{fetch}}' },
    manual: { dependsOn: ['fetch'], context: { mode: 'manual' } },
    listed: { dependsOn: ['fetch'], context: { mode: 'manual', includeTasks: ['fetch'] } },
    excluded: { dependsOn: ['fetch'], context: { includeTasks: ['fetch'], excludeTasks: ['fetch'] } },
    unasked: { dependsOn: ['fetch'], context: { mode: 'none', includeTasks: ['fetch'] } },
    steps: { type: 'sequential', dependsOn: ['fetch'], steps: [] },
    inheriting: { type: 'sequential', dependsOn: ['fetch'], steps: [], contextManagement: { inheritContext: 'full' } },
  });

  it('is data where something is read, by name or by the context block', () => {
    for (const to of ['reader', 'returned', 'prompt', 'named', 'listed', 'inheriting'])
      expect(findEdgeKind(document, 'fetch', to), to).toBe('data');
  });

  it('is order where nothing is read', () => {
    for (const to of ['script', 'quiet', 'closed', 'manual', 'excluded', 'unasked', 'steps'])
      expect(findEdgeKind(document, 'fetch', to), to).toBe('order');
    expect(findEdgeKind({ ...document, context: { mode: 'none' } }, 'fetch', 'prompt')).toBe('order');
  });
});
