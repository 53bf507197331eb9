import { expect, it } from 'vitest';
import type { PlanEstimate, TaskEstimate } from '@/plan/estimate/estimate';
import type { ComparedInstance } from '@/run/compare/compare-runs';
import { nothingSpent } from '@/run/compare/spent';
import { pairPlannedWithRun } from './planned-figures';

const estimated = (id: string, low: number, high: number) =>
  ({
    id,
    calls: { low: 1, high: 1 },
    inputTokens: { low, high },
    outputTokens: { low: 0, high: 10 },
    costUsd: null,
  }) as Partial<TaskEstimate> as TaskEstimate;
const row = (taskPath: string, own: number, taken = 0) =>
  ({
    taskPath,
    second: { own: { ...nothingSpent, calls: 1, tokens: own }, taken: { ...nothingSpent, tokens: taken } },
  }) as Partial<ComparedInstance> as ComparedInstance;

it('adds up what is in each task, with what was taken over, and says how it lies to the plan', () => {
  const tasks = {
    a: estimated('a', 10, 20),
    b: estimated('b', 10, 20),
    c: estimated('c', 10, 20),
    d: estimated('d', 1, 2),
  };
  const estimate = {
    waves: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    tasks,
  } as Partial<PlanEstimate> as PlanEstimate;
  const rows = [row('a/x', 12), row('a/y', 5, 5), row('b', 31), row('c', 9), row('e', 1)];
  expect(pairPlannedWithRun(estimate, { rows }).map(({ id, ran, fit }) => [id, ran?.tokens, fit])).toEqual([
    ['a', 22, 'within'],
    ['b', 31, 'more'],
    ['c', 9, 'less'],
    ['d', undefined, 'notRun'],
    ['e', 1, 'notPlanned'],
  ]);
});
