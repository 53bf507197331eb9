import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Aimock, startAimock } from '../../e2e/servers/aimock';
import { talk } from './sdk-talk';

let mock: Aimock;
beforeAll(async () => {
  mock = await startAimock([
    {
      match: 'Ask',
      thinking: 'I look outside.',
      call: { name: 'weather', args: { city: 'Ulm' } },
      reply: 'Sunny it is',
      inputTokens: 10,
      outputTokens: 20,
    },
  ]);
});
afterAll(() => mock.close());

test.each([
  [
    'OpenAI Responses',
    (url: string) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'k' }).responses('gpt-5'),
    { openai: { store: false, include: ['reasoning.encrypted_content'], reasoningSummary: 'auto' } },
  ],
  ['Anthropic', (url: string) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'k' })('claude-opus-5'), undefined],
  ['Google', (url: string) => createGoogle({ baseURL: `${url}/v1beta`, apiKey: 'k' })('gemini-3.8-flash'), undefined],
  [
    'a compatible server',
    (url: string) => createOpenAICompatible({ baseURL: `${url}/v1`, name: 'plain', includeUsage: true })('gpt-5'),
    undefined,
  ],
])('%s: a call with thinking before it, and an answer', async (_, model, options) => {
  const { answers, text, parts } = await talk(model(mock.url), 'Ask', {
    ...(options && { providerOptions: options }),
  });
  expect(answers.map((content) => content.map(({ type }) => type))).toEqual([
    ['reasoning', 'tool-call'],
    ['reasoning', 'text'],
  ]);
  expect(text).toBe('Sunny it is');
  expect(parts.findLast((part) => part.type === 'finish')?.usage.outputTokens.total).toBe(20);
});
