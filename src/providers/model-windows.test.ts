import { expect, it } from 'vitest';
import { modelWindows } from './model-windows';

it('knows the window of a model by the longest beginning of its name that is listed, and guesses none', () => {
  const windowOf = (provider: string, model: string) => modelWindows.windowOf({ provider, model });
  expect(windowOf('openai', 'o1-mini-2024-09-12')).toBe(128_000);
  expect(windowOf('openai', 'o1')).toBe(200_000);
  expect(windowOf('anthropic', 'claude-sonnet-4-5')).toBe(200_000);
  expect(windowOf('openai', 'somebody/model')).toBeUndefined();
  expect(windowOf('sim', 'gpt-4o')).toBeUndefined();
});
