import { describe, expect, it } from 'vitest';
import { emptyRun, reduceRun } from '../reduce-run';
import { buildShortId } from '../short-id';
import { findInstanceAt } from './instance-at';

const item = (n: number) => `task/m/attempt/1/item/${n}/task/inner_task`;
const director = (n: number, round: number) => `${item(n)}/attempt/1/iter/${round}/task/director`;
const paths = ['task/m', item(0), director(0, 1), director(0, 2), item(1), director(1, 1), 'task/last'];

const run = reduceRun(
  emptyRun,
  paths.map((path, index) => ({
    v: 1,
    seq: index + 1,
    t: '2026-01-01T00:00:00.000Z',
    path,
    id: buildShortId(path),
    kind: 'task.started',
    data: { type: 'atomic' },
  })),
);

describe('the instance that is looked at', () => {
  it.each([
    ['the newest one, if none was picked', 'm/inner_task', undefined, item(1)],
    ['the one that was picked', 'm/inner_task', item(0), item(0)],
    ['the newest one within the one that was picked', 'm/inner_task/director', item(0), director(0, 2)],
    ['the one around the one that was picked', 'm/inner_task', director(0, 1), item(0)],
    ['the newest one, if the one picked is elsewhere', 'last', item(0), 'task/last'],
    ['the newest one, if the one picked has not run', 'm/inner_task', item(7), item(1)],
  ])('is %s', (_what, taskPath, chosen, path) => {
    expect(findInstanceAt(run, taskPath, chosen)?.path).toBe(path);
  });
});
