import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { computeBoxes } from '../geometry/boxes';
import type { Positions } from '../geometry/node-geometry';
import { createFlowProjection, type Shown } from './project-flow';

const document = {
  tasks: {
    a: { type: 'script' },
    b: { type: 'script', dependsOn: ['a', 'gone'], script: { stdin: '{{a}}' } },
    c: { type: 'script', dependsOn: ['a'] },
  },
} as unknown as WorkflowDocument;

const everywhere: Shown = { region: { x: -9999, y: -9999, width: 99_999, height: 99_999 }, also: undefined };

/** A projection of all of a document. */
function projectAll() {
  const project = createFlowProjection();
  return (one: WorkflowDocument, drag?: Positions) => project(one, computeBoxes(one, drag), everywhere);
}

describe('the projection for React Flow', () => {
  it('draws an edge for each dependency that exists, as data where something is read and as order where not', () => {
    const { edges } = projectAll()(document);
    expect(edges.map(({ source, target, data }) => [source, target, data?.kind])).toEqual([
      ['a', 'b', 'data'],
      ['a', 'c', 'order'],
    ]);
  });

  it('gives every node that has not moved as the same object', () => {
    const project = projectAll();
    const before = project(document).nodes;
    const after = project(document, new Map([['b', [500, 500]]])).nodes;
    expect(after.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(after.find(({ id }) => id === 'b')?.position).toEqual({ x: 500, y: 500 });
    expect(after[0]).toBe(before[0]);
  });

  it('gives the same lists after an edit that draws nothing in another way', () => {
    const project = projectAll();
    const before = project(document);
    expect(project({ ...document, name: 'Another' })).toBe(before);
    expect(project({ ...document, layout: { tasks: { a: [1, 55], b: [260, 0], c: [260, 110] } } }).edges).toBe(
      before.edges,
    );
    expect(project({ ...document, tasks: {} })).toEqual({ nodes: [], edges: [] });
  });

  it('tells another kind of edge after an edit of the text alone', () => {
    const project = projectAll();
    const before = project(document);
    const b = { type: 'script', dependsOn: ['a', 'gone'], script: { stdin: 'nothing' } };
    const after = project({ ...document, tasks: { ...document.tasks, b } } as unknown as WorkflowDocument);
    expect(after.edges.map(({ data }) => data?.kind)).toEqual(['order', 'order']);
    expect(after.nodes).toBe(before.nodes);
  });

  it('draws the edges of a group while it is open, over containers and behind tasks', () => {
    const grouped = { tasks: { g: { type: 'group', subtasks: document.tasks } } } as unknown as WorkflowDocument;
    const project = projectAll();
    const { nodes, edges } = project(grouped);
    expect(edges.map(({ source, target }) => [source, target])).toEqual([
      ['g/a', 'g/b'],
      ['g/a', 'g/c'],
    ]);
    const layers = [nodes[0], edges[0], nodes[1]].map((item) => item?.zIndex ?? Number.NaN);
    expect(layers).toEqual(layers.toSorted((a, b) => a - b));
    expect(new Set(layers).size).toBe(3);
    expect(nodes.map(({ id, type }) => [id, type])).toEqual([
      ['g', 'container'],
      ['g/a', 'task'],
      ['g/b', 'task'],
      ['g/c', 'task'],
    ]);
    expect(project({ ...grouped, layout: { collapsed: ['g'] } }).edges).toEqual([]);
  });

  it('tells of a part of the canvas what touches it, the edges that cross it with their ends, and the task asked for', () => {
    const tasks = {
      left: { type: 'script' },
      right: { type: 'script', dependsOn: ['left'] },
      far: { type: 'script' },
      here: { type: 'script' },
    };
    const at = { left: [-5000, 0], right: [5000, 0], far: [0, 9000], here: [100, 100] };
    const apart = { tasks, layout: { tasks: at } } as unknown as WorkflowDocument;
    const project = createFlowProjection();
    const idsIn = (shown: Shown) => {
      const { nodes, edges } = project(apart, computeBoxes(apart), shown);
      return [...nodes.map(({ id }) => id), ...edges.map(({ id }) => id)];
    };
    const region = { x: 0, y: 0, width: 1000, height: 1000 };
    expect(idsIn({ region, also: undefined })).toEqual(['left', 'right', 'here', 'left→right']);
    expect(idsIn({ region, also: 'far' })).toEqual(['left', 'right', 'far', 'here', 'left→right']);
    expect(idsIn({ region: { ...region, y: 8500 }, also: undefined })).toEqual(['far']);
  });
});
