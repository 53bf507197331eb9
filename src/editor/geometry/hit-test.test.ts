import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { boxesOf } from './boxes';
import { edgeNear } from './edge-near';
import { edgesOf } from './edges';
import { taskAt, tasksIn } from './hit-test';

const document = {
  tasks: { a: { type: 'atomic' }, b: { type: 'atomic', dependsOn: ['a'] }, over_a: { type: 'script' } },
  layout: { tasks: { a: [0, 0], b: [400, 0], over_a: [150, 40] } },
} as unknown as WorkflowDocument;
const boxes = boxesOf(document);

describe('hitting what is drawn', () => {
  it('finds the task under a place, the upper one where two overlap', () => {
    expect(taskAt(boxes, [10, 10])).toBe('a');
    expect(taskAt(boxes, [180, 60])).toBe('over_a');
    expect(taskAt(boxes, [380, 10])).toBeUndefined();
  });

  it('finds every task that a rectangle touches, also in part', () => {
    expect(tasksIn(boxes, { x: 190, y: -20, width: 220, height: 30 })).toEqual(['a', 'b']);
    expect(tasksIn(boxes, { x: 610, y: 0, width: 50, height: 50 })).toEqual([]);
  });

  it('finds an edge near its curve, and none further away', () => {
    expect(edgeNear(edgesOf(document, boxes), boxes, [300, 22], 20)).toEqual({ from: 'a', to: 'b' });
    expect(edgeNear(edgesOf(document, boxes), boxes, [300, 60], 20)).toBeUndefined();
  });

  it('finds an edge that runs back at its bow, outside of the box between its ends', () => {
    const back = { tasks: { b: { type: 'atomic' }, a: { type: 'atomic', dependsOn: ['b'] } } } as never;
    expect(edgeNear(edgesOf(back, boxesOf(back)), boxes, [640, 18], 30)).toEqual({ from: 'b', to: 'a' });
  });
});
