import { expect, it } from 'vitest';
import { loadTokenCounter } from './token-counter';

const gpt = { provider: 'openai', model: 'gpt-4o-mini' };

it('counts as OpenAI does, and says for which models that is exact', async () => {
  const counter = await loadTokenCounter([]);
  expect(counter.count('Hello, world!', gpt)).toEqual({ tokens: 4, exact: true });
  expect(counter.count('Hello, world!', { provider: 'anthropic', model: 'claude-sonnet-4' }).exact).toBe(false);
  expect(counter.count('Hello, world!', { provider: 'openai', model: 'gpt-4-turbo' }).exact).toBe(false);
  expect(counter.count('', gpt)).toEqual({ tokens: 0, exact: true });
});

it('takes the names of special tokens as text', async () => {
  const counter = await loadTokenCounter([]);
  expect(counter.count('<|endoftext|>', gpt).tokens).toBeGreaterThan(1);
});

it('counts a million characters without a word break', async () => {
  const counter = await loadTokenCounter([]);
  const letters = counter.count('a'.repeat(1_000_000), gpt);
  expect(letters.tokens).toBeGreaterThan(10_000);
  expect(letters.exact).toBe(false);
  expect(counter.count(' '.repeat(100_000), gpt).tokens).toBeGreaterThan(0);
});

it('takes no table for simulated models alone, and counts nothing else without one', async () => {
  const sim = { provider: 'sim', model: 'fast' };
  const [alone, beside] = await Promise.all([loadTokenCounter([sim]), loadTokenCounter([sim, gpt])]);
  expect(alone.count('Hello, world!', sim)).toEqual(beside.count('Hello, world!', sim));
  expect(() => alone.count('Hello, world!', gpt)).toThrow('openai:gpt-4o-mini');
  expect(beside.count('Hello, world!', gpt)).toEqual({ tokens: 4, exact: true });
});
