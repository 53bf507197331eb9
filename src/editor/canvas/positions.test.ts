import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { tasksIn } from './hit-test';
import { nodeHeight, nodeWidth } from './node-geometry';
import { positionsOf, withDrag } from './positions';

const chain = {
  tasks: {
    fetch: { type: 'script' },
    left: { type: 'atomic', dependsOn: ['fetch'] },
    right: { type: 'atomic', dependsOn: ['fetch'] },
  },
} as unknown as WorkflowDocument;

describe('where tasks are drawn', () => {
  it('takes the layout where a task has a place there', () => {
    const document: WorkflowDocument = {
      ...chain,
      layout: { tasks: { fetch: [5, 7], left: [300, 7], right: [1, 400] } },
    };
    expect([...positionsOf(document)]).toEqual([
      ['fetch', [5, 7]],
      ['left', [300, 7]],
      ['right', [1, 400]],
    ]);
  });

  it('puts tasks without a place to the right of those they wait for', () => {
    const positions = positionsOf(chain);
    const x = (id: string) => positions.get(id)?.[0] ?? Number.NaN;
    expect(x('left')).toBeGreaterThan(x('fetch') + nodeWidth);
    expect(x('right')).toBe(x('left'));
  });

  it('lets no task cover another, placed or not', () => {
    const positions = positionsOf({ ...chain, layout: { tasks: { left: [0, 0] } } });
    for (const [id, [x, y]] of positions) {
      expect(tasksIn(positions, { x, y, width: nodeWidth, height: nodeHeight })).toEqual([id]);
    }
  });

  it('works the places out once for a document, and lets a drag stand above them', () => {
    const positions = positionsOf(chain);
    expect(positionsOf(chain)).toBe(positions);
    expect(withDrag(positions, new Map())).toBe(positions);
    expect(withDrag(positions, new Map([['left', [9, 9]]])).get('left')).toEqual([9, 9]);
  });
});
