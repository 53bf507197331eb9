import { expect, it } from 'vitest';
import { formatTargets } from './target-words';

it('names the tasks that a run was to run, and the round or item of each', () => {
  const instance = 'task/loop/iter/3/attempt/1/task/write';
  expect(formatTargets({ kind: 'only', tasks: [{ task: 'write' }] })).toBe('Only write');
  expect(formatTargets({ kind: 'from', tasks: [{ task: 'loop/write', instance }] })).toBe(
    'From loop/write (round 3) on',
  );
  const tasks = ['a', 'b', 'c', 'd', 'e'].map((task) => ({ task }));
  expect(formatTargets({ kind: 'until', tasks: tasks.slice(0, 2) })).toBe('Up to a and b');
  expect(formatTargets({ kind: 'until', tasks })).toBe('Up to a, b, c and 2 more');
});
