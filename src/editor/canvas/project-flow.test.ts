import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { positionsOf } from './positions';
import { createFlowProjection } from './project-flow';

const document = {
  tasks: {
    a: { type: 'script' },
    b: { type: 'script', dependsOn: ['a', 'gone'], script: { stdin: '{{a}}' } },
    c: { type: 'script', dependsOn: ['a'] },
  },
} as unknown as WorkflowDocument;

describe('the projection for React Flow', () => {
  it('draws an edge for each dependency that exists, as data where something is read and as order where not', () => {
    const edges = createFlowProjection().edges(document);
    expect(edges.map(({ source, target, data }) => [source, target, data?.kind])).toEqual([
      ['a', 'b', 'data'],
      ['a', 'c', 'order'],
    ]);
  });

  it('gives every node that has not moved as the same object', () => {
    const projection = createFlowProjection();
    const positions = positionsOf(document);
    const before = projection.nodes(positions);
    const after = projection.nodes(new Map([...positions, ['b', [500, 500]]]));
    expect(after.map((node, index) => node === before[index])).toEqual([true, false, true]);
    expect(after[1]?.position).toEqual({ x: 500, y: 500 });
  });

  it('gives the same list of edges after an edit that changes no edge', () => {
    const projection = createFlowProjection();
    const before = projection.edges(document);
    expect(projection.edges({ ...document, layout: { tasks: { a: [1, 1] } } })).toBe(before);
    expect(projection.edges({ ...document, tasks: {} })).toEqual([]);
  });
});
