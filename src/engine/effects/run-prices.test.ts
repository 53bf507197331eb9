import { expect, it } from 'vitest';
import { formatModelName } from '@/plan/format-model-name';
import { catalogueOf } from '@/plan/model-facts.testing';
import { RunPrices, uncounted } from './run-prices';

const model = (name: string) => ({ provider: 'sim', model: name });
const tokens = { inputTokens: 2_000_000, outputTokens: 1_000_000 };
const pricesOf = () =>
  new RunPrices(
    catalogueOf(({ model: name }) => (name === 'known' ? { price: { inputPerMillion: 1, outputPerMillion: 2 } } : {})),
  );

it('a call costs what the catalogue says, else what a person said of that model, else nobody knows', () => {
  const prices = pricesOf();
  const states = () =>
    ['known', 'given', 'free', 'other'].map((name) => [
      prices.isMissing(model(name)),
      prices.costOf(model(name), tokens),
    ]);
  expect(states()).toEqual([
    [false, 4],
    [true, undefined],
    [true, undefined],
    [true, undefined],
  ]);
  expect(prices.take(model('given'), '3/5')).toBe(true);
  expect(prices.take(model('known'), '100')).toBe(true);
  expect(prices.take(model('free'), uncounted)).toBe(true);
  expect(prices.take(model('other'), 'cheap')).toBe(false);
  expect(states()).toEqual([
    [false, 4],
    [false, 11],
    [false, undefined],
    [true, undefined],
  ]);
  expect(formatModelName(model('known'))).toBe('sim:known');
});
