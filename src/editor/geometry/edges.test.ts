import { describe, expect, it } from 'vitest';
import { mapTaskAt } from '@/workflow/commands/map-task-at';
import { documentOf } from '@/workflow/sample.testing';
import type { Task } from '@/workflow/tasks';
import { computeBoxes } from './boxes';
import { listEdges } from './edges';
import { computeNamedPortY, nodeHeight, portY } from './node-geometry';

const document = documentOf({
  fetch: { returns: { title: 'output' } },
  sort: { dependsOn: ['fetch'] },
  write: {
    inputs: { tone: 'calm', articles: { from: 'fetch.output' }, heading: { from: 'title' } },
    description: 'See {{sort}}',
    dependsOn: ['fetch', 'sort'],
  },
  later: { inputs: { first: { from: 'fetch' } }, dependsOn: ['sort'] },
});
const edges = (of = document) =>
  listEdges(of, computeBoxes(of)).map(({ source, target, port, waits }) => [source, target, port, waits]);

describe('edgesOf', () => {
  it('ends at each port that reads the source, else at the main one', () => {
    expect(edges()).toEqual([
      ['fetch', 'sort', undefined, true],
      ['fetch', 'write', 'inputs.articles', true],
      ['fetch', 'write', 'inputs.heading', true],
      ['sort', 'write', undefined, true],
      // It waits by way of another, and reads all the same.
      ['fetch', 'later', 'inputs.first', false],
      ['sort', 'later', undefined, true],
    ]);
  });

  it('follows what is read, returned and declared, and is the same list while none of it changes', () => {
    const change = (taskPath: string, fields: Partial<Task>) =>
      mapTaskAt(document, taskPath, (task) => ({ ...task, ...fields }) as Task) ?? expect.unreachable();
    const boxes = computeBoxes(document);
    const before = listEdges(document, boxes);
    expect(listEdges(change('write', { description: 'Other' }), boxes)).toBe(before);
    expect(listEdges(change('write', { inputs: { tone: { from: 'sort' } } }), boxes)).not.toBe(before);
    expect(edges(change('fetch', { returns: {} })).map(([, , port]) => port)).not.toContain('inputs.heading');
  });

  it('has room for any number of ports on the border of a node', () => {
    for (const count of [1, 2, 3, 12, 40]) {
      const all = Array.from({ length: count }, (_, index) => computeNamedPortY(index, count));
      expect(all).toEqual(all.toSorted((a, b) => a - b));
      expect(Math.min(...all)).toBeGreaterThan(portY + 8);
      expect(Math.max(...all)).toBeLessThan(nodeHeight - 4);
    }
  });
});
