import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { computeBoxes } from './boxes';
import { findEdgeNear } from './edge-near';
import { listEdges } from './edges';
import { findTaskAt, findTasksIn } from './hit-test';

const document = {
  tasks: { a: { type: 'atomic' }, b: { type: 'atomic', dependsOn: ['a'] }, over_a: { type: 'script' } },
  layout: { tasks: { a: [0, 0], b: [400, 0], over_a: [150, 40] } },
} as unknown as WorkflowDocument;
const boxes = computeBoxes(document);

describe('hitting what is drawn', () => {
  it('finds the task under a place, the upper one where two overlap', () => {
    expect(findTaskAt(boxes, [10, 10])).toBe('a');
    expect(findTaskAt(boxes, [180, 60])).toBe('over_a');
    expect(findTaskAt(boxes, [380, 10])).toBeUndefined();
  });

  it('finds every task that a rectangle touches, also in part', () => {
    expect(findTasksIn(boxes, { x: 190, y: -20, width: 220, height: 30 })).toEqual(['a', 'b']);
    expect(findTasksIn(boxes, { x: 610, y: 0, width: 50, height: 50 })).toEqual([]);
  });

  it('finds an edge near its curve, and none further away', () => {
    expect(findEdgeNear(listEdges(document, boxes), boxes, [300, 22], 20)).toEqual({ from: 'a', to: 'b' });
    expect(findEdgeNear(listEdges(document, boxes), boxes, [300, 60], 20)).toBeUndefined();
  });

  it('finds an edge that runs back at its bow, outside of the box between its ends', () => {
    const back = { tasks: { b: { type: 'atomic' }, a: { type: 'atomic', dependsOn: ['b'] } } } as never;
    expect(findEdgeNear(listEdges(back, computeBoxes(back)), boxes, [640, 18], 30)).toEqual({ from: 'b', to: 'a' });
  });
});
