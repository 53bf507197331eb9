import { expect, it } from 'vitest';
import { contextLimit, isContextTooLong } from './too-long';

const said = (message: string, code = '') => ({ message, code, param: '', status: 400 });

it.each([
  [
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130012 tokens. Please reduce the length of the messages.",
    128_000,
  ],
  ['prompt is too long: 210,000 tokens > 200,000 maximum', 200_000],
  ['The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).', 1_048_576],
  ['the request exceeds the available context size (4096), try increasing it', 4096],
  ['the input length exceeds the context length', undefined],
])('%s', (message, limit) => {
  expect(isContextTooLong(said(message))).toBe(true);
  expect(contextLimit(message)).toBe(limit);
});

it('goes by the code where the words say little', () => {
  expect(isContextTooLong(said('Your input exceeds it.', 'context_length_exceeded'))).toBe(true);
});

it.each([
  'Rate limit reached: too many requests',
  'max_tokens: 128001 > 128000, which is the maximum allowed number of output tokens',
  'The context window of this model is 8192 tokens.',
])('does not take “%s” for it', (message) => {
  expect(isContextTooLong(said(message))).toBe(false);
});
