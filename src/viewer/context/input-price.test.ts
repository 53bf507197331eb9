import { expect, it } from 'vitest';
import { estimatePlan } from '@/plan/estimate/estimate-plan';
import { planOf } from '@/plan/plan.testing';
import { inputPriceOf } from './input-price';

it('is the listed price of a token that is sent, and not known where that is not', () => {
  const model = (name: string) => ({ agent: name });
  const agents = { known: { model: 'openai:gpt-4o' }, unknown: { model: 'ollama:b' } };
  const plan = planOf({ a: model('known'), b: model('unknown') }, { agents });
  const estimate = estimatePlan(
    plan,
    { count: (text) => ({ tokens: text.length, exact: true }) },
    {
      priceOf: ({ provider }) => (provider === 'openai' ? { inputPerMillion: 2.5, outputPerMillion: 10 } : undefined),
      asOf: '2026-01-01',
    },
  );
  expect(inputPriceOf(estimate, 'a')).toBeCloseTo(2.5e-6, 12);
  expect(inputPriceOf(estimate, 'b')).toBeUndefined();
  expect(inputPriceOf(estimate, 'nowhere')).toBeUndefined();
});
