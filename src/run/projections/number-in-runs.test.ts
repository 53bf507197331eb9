import { expect, it } from 'vitest';
import { keptPerTask } from '../lists-by-task';
import type { TaskInstance } from '../run-state';
import { findNumberedPart, findNumberInRuns, findPathOfNumber } from './number-in-runs';

const runOf = (path: string): TaskInstance => ({ path, status: 'running', startedAt: '', attempt: 1 });
const itemOf = (item: number, map = 1) => runOf(`task/m/attempt/${map}/item/${item}/task/inner_task`);
/** The newest of 2,000 items, which started two at once. */
const newest = Array.from({ length: keptPerTask }, (_, index) => itemOf(1000 + (index ^ 1)));

it('counts the items that are no longer kept', () => {
  expect(findNumberInRuns(newest, newest[203] ?? itemOf(0))).toEqual({ number: 1203, count: 2000 });
  expect(findNumberInRuns(newest, newest[0] ?? itemOf(0))).toEqual({ number: 1002, count: 2000 });
});

it('counts rounds from 1, as they are numbered', () => {
  const rounds = Array.from({ length: keptPerTask }, (_, index) => runOf(`task/l/iter/${index + 501}`));
  expect(findNumberInRuns(rounds, rounds[0] ?? itemOf(0))).toEqual({ number: 501, count: 1500 });
  expect(findNumberInRuns(rounds, runOf('task/l'))).toEqual({ number: 1501, count: 1501 });
});

it('counts the runs of a list that is whole, or whose runs differ in more than a number', () => {
  const few = newest.slice(0, 3);
  expect(findNumberInRuns(few, few[1] ?? itemOf(0))).toEqual({ number: 2, count: 3 });
  const twice = [...newest.slice(1), itemOf(0, 2)];
  expect(findNumberInRuns(twice, twice.at(-1) ?? itemOf(0))).toEqual({ number: keptPerTask, count: keptPerTask });
});

it('names the runs that a list no longer holds by their numbers', () => {
  expect(findPathOfNumber(newest, 3)).toBe('task/m/attempt/1/item/2/task/inner_task');
  expect(findPathOfNumber(newest, 2001)).toBeUndefined();
  expect(findPathOfNumber(newest.slice(0, 3), 1)).toBe(newest[0]?.path);
  expect(findNumberedPart('task/m/attempt/1/item/2/task/inner_task')).toBe('task/m/attempt/1/item/2');
  expect(findNumberedPart('task/a')).toBe('task/a');
});
