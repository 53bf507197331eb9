import { expect, it } from 'vitest';
import { findFailedTask, isOtherThanRecorded } from './compare-recording';

const task = (taskPath: string, now: string, recorded?: string) => ({ taskPath, now, recorded });
const result = (state: 'passed' | 'failed', path?: string) => ({
  ...{ expectation: { type: 'equals' as const, ...(path !== undefined && { task: path }) }, state },
  ...{ score: 0, reason: '', saw: '' },
});

it('takes JSON with keys in another order for the same, and nothing for a task that was not recorded', () => {
  expect(isOtherThanRecorded(task('a', '{"x":1,"y":2}', '{ "y": 2, "x": 1 }'))).toBe(false);
  expect(isOtherThanRecorded(task('a', 'one', 'two'))).toBe(true);
  expect(isOtherThanRecorded(task('a', 'one'))).toBe(false);
});

it('finds where a case left its recording, else the task of what does not hold, else what ended last', () => {
  const same = [task('a', '1', '1'), task('b', '2', '2')];
  expect(findFailedTask([task('a', '1', '1'), task('b', '2', '3')], [result('failed', 'a')])).toBe('b');
  expect(findFailedTask(same, [result('passed', 'b'), result('failed', 'a@2')])).toBe('a');
  expect(findFailedTask(same, [result('failed')])).toBe('b');
  expect(findFailedTask([], [])).toBeUndefined();
});
