import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { boxesOf } from '../geometry/boxes';
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
    const edges = createFlowProjection().edges(document, boxesOf(document));
    expect(edges.map(({ source, target, data }) => [source, target, data?.kind])).toEqual([
      ['a', 'b', 'data'],
      ['a', 'c', 'order'],
    ]);
  });

  it('gives every node that has not moved as the same object', () => {
    const projection = createFlowProjection();
    const before = projection.nodes(boxesOf(document));
    const after = projection.nodes(boxesOf(document, new Map([['b', [500, 500]]])));
    expect(after.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(after.find(({ id }) => id === 'b')?.position).toEqual({ x: 500, y: 500 });
    expect(after[0]).toBe(before[0]);
  });

  it('gives the same list of edges after an edit that changes no edge', () => {
    const projection = createFlowProjection();
    const edgesOf = (one: WorkflowDocument) => projection.edges(one, boxesOf(one));
    const before = edgesOf(document);
    expect(edgesOf({ ...document, layout: { tasks: { a: [1, 1] } } })).toBe(before);
    expect(edgesOf({ ...document, tasks: {} })).toEqual([]);
  });

  it('draws the edges of a group while it is open, above its container', () => {
    const grouped = { tasks: { g: { type: 'group', subtasks: document.tasks } } } as unknown as WorkflowDocument;
    const projection = createFlowProjection();
    expect(
      projection.edges(grouped, boxesOf(grouped)).map(({ source, target, zIndex }) => [source, target, zIndex]),
    ).toEqual([
      ['g/a', 'g/b', 1],
      ['g/a', 'g/c', 1],
    ]);
    expect(projection.nodes(boxesOf(grouped)).map(({ id, type }) => [id, type])).toEqual([
      ['g', 'container'],
      ['g/a', 'task'],
      ['g/b', 'task'],
      ['g/c', 'task'],
    ]);
    const folded = { ...grouped, layout: { collapsed: ['g'] } };
    expect(projection.edges(folded, boxesOf(folded))).toEqual([]);
  });
});
