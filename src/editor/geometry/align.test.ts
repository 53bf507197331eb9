import { expect, it } from 'vitest';
import { type AlignWay, computeArranged } from './align';

const tasks = [
  { taskPath: 'a', x: 0, y: 0, width: 100, height: 40 },
  { taskPath: 'b', x: 50, y: 100, width: 200, height: 60 },
  { taskPath: 'c', x: 400, y: 30, width: 100, height: 40 },
];
const at = (how: AlignWay) => {
  const moves = computeArranged(tasks, how);
  return tasks.map(({ taskPath, x, y }) => [x + (moves.get(taskPath)?.[0] ?? 0), y + (moves.get(taskPath)?.[1] ?? 0)]);
};

it('aligns at an edge or the middle of what the tasks cover', () => {
  expect(at('left')).toEqual([
    [0, 0],
    [0, 100],
    [0, 30],
  ]);
  expect(at('right')).toEqual([
    [400, 0],
    [300, 100],
    [400, 30],
  ]);
  expect(at('centre')).toEqual([
    [200, 0],
    [150, 100],
    [200, 30],
  ]);
  expect(at('top')).toEqual([
    [0, 0],
    [50, 0],
    [400, 0],
  ]);
  expect(at('middle')).toEqual([
    [0, 60],
    [50, 50],
    [400, 60],
  ]);
  expect(at('bottom')).toEqual([
    [0, 120],
    [50, 100],
    [400, 120],
  ]);
});

it('distributes with equal gaps, and leaves the first and the last where they are', () => {
  expect(at('horizontally')).toEqual([
    [0, 0],
    [150, 100],
    [400, 30],
  ]);
  expect(at('vertically')).toEqual([
    [0, 0],
    [50, 100],
    [400, 50],
  ]);
});
