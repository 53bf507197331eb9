import { expect, it } from 'vitest';
import { priceList } from './prices';

it('knows a model by its name with and without its date', () => {
  const price = { inputPerMillion: 2.5, outputPerMillion: 10 };
  expect(priceList.priceOf({ provider: 'openai', model: 'gpt-4o' })).toEqual(price);
  expect(priceList.priceOf({ provider: 'openai', model: 'gpt-4o-2024-11-20' })).toEqual(price);
  expect(priceList.priceOf({ provider: 'anthropic', model: 'claude-3-5-haiku-latest' })?.outputPerMillion).toBe(4);
});

it('does not guess: what is not listed has no price, the simulated model costs nothing', () => {
  expect(priceList.priceOf({ provider: 'openai', model: 'gpt-4o-realtime' })).toBeUndefined();
  expect(priceList.priceOf({ provider: 'ollama', model: 'gpt-4o' })).toBeUndefined();
  expect(priceList.priceOf({ provider: 'openai', model: 'constructor' })).toBeUndefined();
  expect(priceList.priceOf({ provider: 'sim', model: 'anything' })).toEqual({
    inputPerMillion: 0,
    outputPerMillion: 0,
  });
});
