import { describe, expect, it } from 'vitest';
import { setPositions } from '@/workflow/commands/edits';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import { findContainerPath } from '@/workflow/task-path';
import { type Boxes, computeBoxes } from './boxes';
import { findTasksIn } from './hit-test';
import { isTouching, nodeHeight, nodeWidth } from './node-geometry';

const chain = {
  tasks: {
    fetch: { type: 'script' },
    left: { type: 'atomic', dependsOn: ['fetch'] },
    right: { type: 'atomic', dependsOn: ['fetch'] },
  },
} as unknown as WorkflowDocument;

const leaf = { type: 'atomic' };
const nested = documentSchema.parse({
  tasks: {
    s: {
      type: 'sequential',
      steps: [leaf, { type: 'group', id: 'g', subtasks: { a: leaf, b: { ...leaf, dependsOn: ['a'] } } }],
    },
    c: {
      type: 'cond',
      cases: [
        { test: 'true', task: leaf },
        { test: 'false', task: leaf },
      ],
      else: leaf,
    },
    d: { type: 'director_evaluator', director: leaf, script: { type: 'script' }, evaluator: leaf },
    r: { type: 'reduce', innerTask: leaf, reductionTask: leaf },
    t: { type: 'atomic', inputs: { doc: { task: leaf } }, bestOf: { n: 3, evaluator: leaf } },
    after: { type: 'atomic', dependsOn: ['s', 'c', 'd'] },
  },
}) as WorkflowDocument;

const at = (boxes: Boxes, taskPath: string) => boxes.get(taskPath) ?? expect.unreachable(taskPath);

describe('where tasks are drawn', () => {
  it('takes the layout where a task has a place there', () => {
    const document: WorkflowDocument = {
      ...chain,
      layout: { tasks: { fetch: [5, 7], left: [300, 7], right: [1, 400] } },
    };
    expect([...computeBoxes(document)].map(([taskPath, { x, y }]) => [taskPath, x, y])).toEqual([
      ['fetch', 5, 7],
      ['left', 300, 7],
      ['right', 1, 400],
    ]);
  });

  it('puts tasks without a place to the right of those they wait for', () => {
    const boxes = computeBoxes(chain);
    expect(at(boxes, 'left').x).toBeGreaterThan(at(boxes, 'fetch').x + nodeWidth);
    expect(at(boxes, 'right').x).toBe(at(boxes, 'left').x);
  });

  it.each([
    ['flat', chain],
    ['flat, one placed', { ...chain, layout: { tasks: { left: [0, 0] } } } as WorkflowDocument],
    ['nested', nested],
  ])('lets no task cover another that stands beside it: %s', (_name, document) => {
    const boxes = [...computeBoxes(document).values()];
    for (const one of boxes) {
      const beside = boxes.filter(({ taskPath }) => findContainerPath(taskPath) === findContainerPath(one.taskPath));
      expect(beside.filter((other) => isTouching(one, other))).toEqual([one]);
    }
  });

  it('works the places out once for a document, and lets a drag stand above them', () => {
    expect(computeBoxes(chain)).toBe(computeBoxes(chain));
    expect(computeBoxes(chain, new Map([['left', [9, 9]]])).get('left')).toMatchObject({ x: 9, y: 9 });
  });
});

describe('tasks within tasks', () => {
  it('stand in the box of the one that holds them, which comes before them', () => {
    const boxes = computeBoxes(nested);
    const order = [...boxes.keys()];
    for (const { taskPath, x, y, width, height } of boxes.values()) {
      const container = findContainerPath(taskPath);
      if (container === undefined) continue;
      const around = at(boxes, container);
      expect(order.indexOf(container)).toBeLessThan(order.indexOf(taskPath));
      expect(x).toBeGreaterThan(around.x);
      expect(y).toBeGreaterThan(around.y);
      expect(x + width).toBeLessThan(around.x + around.width);
      expect(y + height).toBeLessThan(around.y + around.height);
    }
    expect(findTasksIn(boxes, { x: -1e6, y: -1e6, width: 2e6, height: 2e6 })).toEqual([
      's',
      'c',
      'd',
      'r',
      't',
      'after',
    ]);
  });

  it('are hidden with a folded container, which is as small as any task', () => {
    const boxes = computeBoxes({ ...nested, layout: { collapsed: ['s', 'd'] } });
    expect(boxes.has('s/g')).toBe(false);
    expect(at(boxes, 's')).toMatchObject({ open: false, width: nodeWidth, height: nodeHeight });
    expect(at(boxes, 'c').open).toBe(true);
  });

  it('have positions from the upper left of the content around them: a moved container takes them along', () => {
    const boxes = computeBoxes({ ...nested, layout: { tasks: { s: [0, 0], 's/g': [400, 60] } } });
    const moved = computeBoxes({ ...nested, layout: { tasks: { s: [100, 50], 's/g': [400, 60] } } });
    expect(at(moved, 's/g')).toMatchObject({ x: at(boxes, 's/g').x + 100, y: at(boxes, 's/g').y + 50, at: [400, 60] });
    expect(at(moved, 's/g/b')).toMatchObject({ x: at(boxes, 's/g/b').x + 100, y: at(boxes, 's/g/b').y + 50 });
  });

  it('make their containers grow, at every depth', () => {
    const before = computeBoxes(nested);
    const after = computeBoxes(setPositions(nested, [['s/g/b', [900, 700]]]));
    for (const container of ['s/g', 's']) {
      expect(at(after, container).width).toBeGreaterThan(at(before, container).width);
      expect(at(after, container).height).toBeGreaterThan(at(before, container).height);
    }
    expect(computeBoxes(nested)).toBe(before);
  });

  it('never leave the content, nor stand in the room for a test or for the line of a loop', () => {
    const boxes = computeBoxes({
      ...nested,
      layout: { tasks: { 'c/case:1': [-50, -50], 'd/director': [0, 0], 's/g': [-9, -9] } },
    });
    expect(at(boxes, 's/g').at).toEqual([0, 0]);
    expect(at(boxes, 'c/case:1').at[1]).toBeGreaterThan(0);
    expect(at(boxes, 'd/director').at[0]).toBeGreaterThan(0);
  });

  it('say over them when they run', () => {
    const boxes = computeBoxes(nested);
    expect(['c/case:1', 'c/case:2', 'c/else', 's/step_1'].map((taskPath) => at(boxes, taskPath).caption)).toEqual([
      'if true',
      'if false',
      'else',
      undefined,
    ]);
  });
});
