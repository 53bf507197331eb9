import { expect, it } from 'vitest';
import type { ModelFacts } from '../model-facts';
import { catalogueOf } from '../model-facts.testing';
import { planOf } from '../plan.testing';
import { checkBudgets } from './budget-check';
import { estimatePlan } from './estimate-plan';

const priced: Readonly<Record<string, Partial<ModelFacts>>> = {
  openai: { price: { inputPerMillion: 0, outputPerMillion: 10 } },
};
const check = (limits: object, tasks: Readonly<Record<string, object>>, defaultModel = 'openai:gpt') => {
  const plan = planOf(tasks, { defaultModel, limits, variables: { x: 1 } });
  const count = (text: string) => ({ tokens: text.split(/\s+/).length, exact: true });
  return checkBudgets(
    plan,
    estimatePlan(
      plan,
      { count },
      catalogueOf(({ provider }) => priced[provider] ?? {}),
    ),
  );
};
/** At most 1,000 tokens of a reply: $0.01. */
const ask = { description: 'Do', limits: { maxOutputTokens: 1000 } };
const brief = { description: 'Do', limits: { maxOutputTokens: 100 } };

it('says that a budget covers not even the first call', () => {
  expect(check({ maxTotalCostUsd: 0.005 }, { a: ask, b: { ...ask, dependsOn: ['a'] } })).toMatchObject([
    { resource: 'cost', limit: 0.005, verdict: 'too_small', first: { label: 'a', needed: 0.01 }, enough: 0.02 },
  ]);
  const [tokens] = check({ maxTotalTokens: 150 }, { a: ask });
  expect(tokens).toMatchObject({ resource: 'tokens', verdict: 'too_small' });
  expect(tokens?.first?.needed).toBeGreaterThan(1000);
  expect(tokens?.enough).toBeGreaterThanOrEqual(tokens?.range.high ?? Number.POSITIVE_INFINITY);
});

it('counts what may be first: any task of a wave, and later ones if none before is certain', () => {
  expect(check({ maxTotalCostUsd: 0.005 }, { a: ask, b: brief })).toMatchObject([{ verdict: 'may_end' }]);
  const later = { ...brief, dependsOn: ['a'] };
  expect(check({ maxTotalCostUsd: 0.005 }, { a: ask, b: later })).toMatchObject([{ verdict: 'too_small' }]);
  const skipped = { ...ask, condition: 'variables.x == 1' };
  expect(check({ maxTotalCostUsd: 0.005 }, { a: skipped, b: later })).toMatchObject([{ verdict: 'may_end' }]);
  expect(check({ maxTotalCostUsd: 0.005 }, { s: { type: 'script', script: { content: 'ls' } }, a: ask })).toMatchObject(
    [{ verdict: 'too_small' }],
  );
});

it('says whether the worst case is covered, and nothing without a budget or a price', () => {
  expect(check({ maxTotalCostUsd: 0.015 }, { a: ask, b: ask })).toMatchObject([{ verdict: 'may_end' }]);
  expect(check({ maxTotalCostUsd: 0.05 }, { a: ask, b: ask })).toMatchObject([{ verdict: 'covers' }]);
  expect(check({}, { a: ask })).toEqual([]);
  expect(check({ maxTotalCostUsd: 0.001 }, { a: ask }, 'ollama:x')).toMatchObject([{ verdict: 'covers' }]);
});
