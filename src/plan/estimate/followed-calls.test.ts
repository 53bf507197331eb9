import { expect, it } from 'vitest';
import { catalogueOf } from '../model-facts.testing';
import type { Plan } from '../plan';
import { planOf } from '../plan.testing';
import { checkBudgets } from './budget-check';
import { estimatePlan } from './estimate-plan';
import { mostFollowedTasks } from './followed-calls';
import { formatTotals } from './range-text';
import { formatRealRun } from './real-run';

const word = { type: 'atomic', description: 'Do' };

/** A workflow that calls the first of so many functions, each of which calls `each` of those after it, in a ring. */
function estimateLinked(count: number, each: number) {
  const library = Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const calls = Array.from({ length: each }, (_, step) => `f${(at + step + 1) % count}`);
      const subtasks = {
        say: word,
        ...Object.fromEntries(calls.map((ref, index) => [`c${index}`, { type: 'call', ref }])),
      };
      return [`f${at}`, { task: { type: 'group', subtasks } }];
    }),
  );
  const plan = planOf({ a: { type: 'call', ref: 'f0' } }, { defaultModel: 'sim:fast', library });
  return estimatePlan(
    plan,
    { count: () => ({ tokens: 1, exact: true }) },
    catalogueOf(() => ({})),
  );
}

it.each([
  ['few calls three deep', 40, 3, 1 + 3 + 9, 'functions that are called more than 3 calls deep'],
  [
    'many calls less deep',
    40,
    40,
    1 + 40,
    'functions that are called more than 2 calls deep, as their calls lead to too many tasks',
  ],
  [
    'far too many calls once',
    200,
    200,
    1,
    'functions that are called more than 1 call deep, as their calls lead to too many tasks',
  ],
])(
  'functions that call one another are followed: %s, and the estimate says what it leaves out',
  (_, count, each, calls, told) => {
    const estimate = estimateLinked(count, each);
    expect(estimate.calls).toEqual({ low: calls, high: calls });
    expect(estimate.uncounted.at(-1)).toBe(told);
    expect(Object.keys(estimate.tasks).length).toBeLessThan(mostFollowedTasks);
    const cut = Object.values(estimate.tasks).find(({ type }) => type === 'call');
    expect(cut?.assumed).toEqual([expect.stringMatching(/^nothing for what “f\d+” does$/)]);
  },
);

it('an estimate that follows every call leaves none out', () => {
  const library = {
    f: { task: { type: 'call', ref: 'g' } },
    g: { task: { type: 'call', ref: 'h' } },
    h: { task: word },
  };
  const plan = planOf({ a: { type: 'call', ref: 'f' } }, { defaultModel: 'sim:fast', library });
  const { calls, uncounted } = estimatePlan(
    plan,
    { count: () => ({ tokens: 1, exact: true }) },
    catalogueOf(() => ({})),
  );
  expect({ calls, uncounted: uncounted.join() }).toEqual({
    calls: { low: 1, high: 1 },
    uncounted: expect.not.stringContaining('function'),
  });
});

it('no figure is called the most where calls are left out', () => {
  const estimate = estimateLinked(3, 3);
  expect(estimate.isCut).toBe(true);
  const budget = { maxTotalTokens: 1_000_000_000, maxTotalCostUsd: 0 };
  expect(checkBudgets({ budget } as Pick<Plan, 'budget'>, estimate)).toMatchObject([{ verdict: 'may_end' }]);
  expect(formatRealRun(estimate)).toBe(
    'A real run makes at least 13 calls: functions call one another, so the most is not known.',
  );
  for (const words of Object.values(formatTotals(estimate))) expect(words).toMatch(/^at least [^–]+$/);
});
