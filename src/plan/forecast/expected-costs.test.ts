import { expect, it } from 'vitest';
import type { Price } from '../model-facts';
import type { ModelRef } from '../plan';
import { planOf } from '../plan.testing';
import { computeExpectedCosts, type UsedTokens } from './expected-costs';
import type { EarlierTask } from './forecast';
import { formatForecast } from './forecast-figures';
import { forecastRun } from './forecast-run';

const prices: Readonly<Record<string, Price>> = {
  'openai:gpt-6-luna': { inputPerMillion: 0.1, outputPerMillion: 0.5, cacheReadPerMillion: 0 },
  'anthropic:claude-opus-5-5': { inputPerMillion: 4, outputPerMillion: 20 },
  'openai:long': {
    inputPerMillion: 1,
    outputPerMillion: 0,
    tiers: [{ above: 1000, inputPerMillion: 9, outputPerMillion: 0 }],
  },
};
const priceOf = ({ provider, model }: ModelRef) => prices[`${provider}:${model}`];
const usedBy = (model: string, more: Partial<UsedTokens> = {}): UsedTokens => ({
  ...{ calls: 1, inputTokens: 1562, outputTokens: 281, costUsd: 0.0003, unpricedCalls: 0, models: [model], ...more },
});
const costOf = (asked: string, used: UsedTokens) => {
  return computeExpectedCosts(planOf({ a: {} }, { defaultModel: asked }), new Map([['a', used]]), priceOf).get('a');
};

it.each<[string, string, UsedTokens, number | null]>([
  ['a dearer model than the one that answered', 'anthropic:claude-opus-5-5', usedBy('openai:gpt-6-luna'), 0.011868],
  ['a cheaper one', 'openai:gpt-6-luna', usedBy('anthropic:claude-opus-5-5', { costUsd: 9 }), 0.0002967],
  [
    'the same model whose price has changed',
    'openai:gpt-6-luna',
    usedBy('openai:gpt-6-luna', { costUsd: 7 }),
    0.0002967,
  ],
  [
    'the same one, with what it read from a cache',
    'openai:gpt-6-luna',
    usedBy('openai:gpt-6-luna', { cachedTokens: 1562 }),
    0.0001405,
  ],
  [
    'another one, which has nothing in its cache',
    'openai:gpt-6-luna',
    usedBy('openai:x', { cachedTokens: 1562 }),
    0.0002967,
  ],
  ['one whose price nobody knows', 'openai:unheard-of', usedBy('openai:gpt-6-luna'), null],
  ['one whose price the run was told', 'openai:unheard-of', usedBy('openai:unheard-of', { costUsd: 3 }), 3],
  [
    'one of which some calls had no price',
    'openai:unheard-of',
    usedBy('openai:unheard-of', { unpricedCalls: 1 }),
    null,
  ],
  ['a real one after a simulated one', 'openai:gpt-6-luna', usedBy('sim:default', { costUsd: 0 }), null],
  ['a simulated one after a real one', 'sim:default', usedBy('openai:gpt-6-luna'), 0],
  [
    'one whose long prompts cost more, in several short calls',
    'openai:long',
    usedBy('openai:x', { calls: 2 }),
    0.001562,
  ],
])('reckons with the model that will be asked: %s', (_, asked, used, cost) => {
  const found = costOf(asked, used);
  if (cost === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(cost, 10);
});

it('adds up what is in a container, and knows nothing of it if it does not know all', () => {
  const plan = (more: object) =>
    planOf(
      {
        g: {
          type: 'group',
          subtasks: { x: { type: 'atomic', description: 'x' }, y: { type: 'atomic', description: 'y', ...more } },
        },
      },
      { defaultModel: 'openai:gpt-6-luna' },
    );
  const used = new Map([
    ['g/x', usedBy('openai:gpt-6-luna')],
    ['g/y', usedBy('openai:gpt-6-luna')],
    // A task that a model made up, and one that the plan does not have any more.
    ['g/x/made-up', usedBy('openai:gpt-6-luna')],
    ['g/gone', usedBy('openai:gpt-6-luna')],
  ]);
  const costs = computeExpectedCosts(plan({}), used, priceOf);
  expect([...costs.keys()].toSorted()).toEqual(['g', 'g/x', 'g/x/made-up', 'g/y']);
  expect(costs.get('g')).toBeCloseTo(3 * 0.0002967, 10);
  expect(computeExpectedCosts(plan({ model: 'openai:unheard-of' }), used, priceOf).get('g')).toBeNull();
});

it('is said of a run: never ≈ $0.00 for a price that is not known', () => {
  const tasks = {
    a: { description: 'A' },
    b: { description: 'B {{a}}', dependsOn: ['a'] },
    c: { type: 'script', script: { content: 'date' } },
  };
  const done: EarlierTask = { status: 'completed', hasFailed: false, told: [] };
  const after = (asked: string, used: Readonly<Record<string, UsedTokens>>, edit: object = {}) => {
    const earlier = {
      id: 'r',
      plan: planOf(tasks, { defaultModel: 'sim:default' }),
      tasks: new Map(Object.keys(tasks).map((id) => [id, done])),
      used: new Map(Object.entries(used)),
    };
    return formatForecast(forecastRun(planOf({ ...tasks, ...edit }, { defaultModel: asked }), earlier, { priceOf }));
  };
  const simulated = { a: usedBy('sim:default', { costUsd: 0 }), b: usedBy('sim:default', { costUsd: 0 }) };
  const real = { a: usedBy('openai:gpt-6-luna'), b: usedBy('openai:gpt-6-luna') };
  expect(after('openai:gpt-6-luna', simulated)).toBe('2 of 3 changed, cost not known');
  expect(after('openai:unheard-of', real)).toBe('2 of 3 changed, cost not known');
  expect(after('anthropic:claude-opus-5-5', real)).toBe('2 of 3 changed, ≈ $0.02');
  expect(after('anthropic:claude-opus-5-5', { a: real.a })).toBe('2 of 3 changed, ≈ $0.01 or more');
  // Free is what asks no model, or a simulated one.
  expect(after('sim:default', {}, { a: { description: 'Else' } })).toBe('2 of 3 changed, ≈ $0.00');
  expect(after('sim:default', {}, { c: { type: 'script', script: { content: 'ls' } } })).toBe(
    '1 of 3 changed, ≈ $0.00',
  );
});

it('says of a cost that it is the most, if an older run may answer some of the tasks', () => {
  const figures = { kept: 1, asked: 2, costUsd: 0.02, unpriced: 0 };
  expect(formatForecast({ ...figures, before: 1 })).toBe('2 of 3 changed, up to 1 answered before, ≈ $0.02 or less');
  expect(formatForecast({ ...figures, before: 0 })).toBe('2 of 3 changed, ≈ $0.02');
  expect(formatForecast({ ...figures, before: 1, unpriced: 1 })).toBe(
    '2 of 3 changed, up to 1 answered before, ≈ $0.02 or more',
  );
  expect(formatForecast({ ...figures, kept: 0, before: 2, costUsd: null })).toBe(
    '2 to run, up to 2 answered before, cost not known',
  );
});
