import { describe, expect, it } from 'vitest';
import { documentOf } from '@/workflow/sample.testing';
import { computeBoxes, listTopBoxes } from './boxes';
import { findOutOfSight } from './out-of-sight';

const task = { type: 'atomic' };
const tasks = listTopBoxes(
  computeBoxes(
    documentOf(
      { a: task, b: task, c: task, d: task },
      { layout: { tasks: { a: [0, 0], b: [260, 0], c: [520, 0], d: [0, 600] } } },
    ),
  ),
);
const size = { width: 500, height: 400 };

describe('the tasks out of sight', () => {
  it('are counted, and the next ones are below, then at the right, then at the beginning', () => {
    const narrow = { width: 300, height: 400 };
    const start = { x: 24, y: 24, zoom: 1 };
    expect(findOutOfSight(tasks, start, narrow)).toMatchObject({ count: 3, side: 'below' });
    const second = { count: 3, side: 'right', next: { x: 24 - 260, y: 24, zoom: 1 } };
    expect(findOutOfSight(tasks, { ...start, y: 24 - 500 }, narrow)).toMatchObject(second);
    const atEnd = { x: 24 - 520, y: 24, zoom: 1 };
    expect(findOutOfSight(tasks, atEnd, narrow)).toMatchObject({ count: 3, side: 'left', next: { x: 24 } });
  });

  it('are none where all are in sight', () => {
    expect(findOutOfSight(tasks, { x: 24, y: 24, zoom: 0.4 }, size)).toBeUndefined();
  });

  it('all come into sight by going on', () => {
    let viewport = { x: 24, y: 24, zoom: 0.93 };
    const seen = new Set<string>();
    for (let times = 0; times < 8; times += 1) {
      const hidden = findOutOfSight(tasks, viewport, { width: 260, height: 300 });
      for (const box of tasks) {
        const [left, top] = [box.x * 0.93 + viewport.x, box.y * 0.93 + viewport.y];
        if (left >= 0 && top >= 0 && left + 186 <= 260 && top + 69 <= 300) seen.add(box.taskPath);
      }
      viewport = hidden?.next ?? viewport;
    }
    expect([...seen].sort()).toEqual(['a', 'b', 'c', 'd']);
  });
});
