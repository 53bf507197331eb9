import { expect, it } from 'vitest';
import { estimatePlan } from '@/plan/estimate/estimate-plan';
import { catalogueOf } from '@/plan/model-facts.testing';
import { planOf } from '@/plan/plan.testing';
import { findInputPrice } from './input-price';

it('is the listed price of a token that is sent, and not known where that is not', () => {
  const model = (name: string) => ({ agent: name });
  const agents = { known: { model: 'openai:gpt-4o' }, unknown: { model: 'ollama:b' } };
  const plan = planOf({ a: model('known'), b: model('unknown') }, { agents });
  const estimate = estimatePlan(
    plan,
    { count: (text) => ({ tokens: text.length, exact: true }) },
    catalogueOf(({ provider }) =>
      provider === 'openai' ? { price: { inputPerMillion: 2.5, outputPerMillion: 10 } } : {},
    ),
  );
  expect(findInputPrice(estimate, 'a')).toBeCloseTo(2.5e-6, 12);
  expect(findInputPrice(estimate, 'b')).toBeUndefined();
  expect(findInputPrice(estimate, 'nowhere')).toBeUndefined();
});
