import { expect, it } from 'vitest';
import { formatWaiting } from './waiting-text';

it.each([
  [12, 40_000, '12 wait for OpenAI’s limit, about 40 s'],
  [1, 400, '1 waits for OpenAI’s limit, about 1 s'],
  [900, 900_000, '900 wait for OpenAI’s limit, about 15 min'],
  [3, -1, '3 wait for OpenAI’s limit'],
  [3, null, '3 wait for OpenAI’s limit'],
])('tells how many wait, and about how long (%s, %s)', (calls, ms, text) => {
  const until = ms === null ? null : 1000 + ms;
  expect(formatWaiting({ provider: 'openai', label: 'OpenAI', calls, until }, 1000)).toBe(text);
});
