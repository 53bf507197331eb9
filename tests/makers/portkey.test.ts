import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { type Portkey, startPortkey } from '../../e2e/servers/portkey';

let makers: Makers;
let gateway: Portkey;
beforeAll(async () => {
  [makers, gateway] = await Promise.all([startMakers(), startPortkey()]);
});
afterAll(() => Promise.all([gateway.close(), makers.close()]));

const complete = (provider: 'openai' | 'anthropic' | 'google', base: string, body: object) =>
  fetch(`${gateway.base}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer k',
      ...gateway.headersTo(provider, base),
    },
    body: JSON.stringify(body),
  });

const messages = [{ role: 'user', content: 'Say [reply:Good day]' }];

test('a chat completion passes through the gateway, streamed and whole', async () => {
  const body = { model: 'test', messages };
  const whole = await complete('openai', makers.base.plain, body);
  expect(await whole.json()).toMatchObject({ choices: [{ message: { content: 'Good day' } }] });
  const streamed = await complete('openai', makers.base.plain, { ...body, stream: true });
  expect(await streamed.text()).toMatch(/"Good "[\s\S]*"day"[\s\S]*\[DONE\]/);
  expect(makers.requests.map(({ prompt }) => prompt)).toEqual([messages[0]?.content, messages[0]?.content]);
});

test('a refusal of the maker passes through it', async () => {
  const body = { model: 'gpt-6-luna', messages, temperature: 0.5 };
  const response = await complete('openai', makers.base.openai, body);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("'temperature' does not support 0.5 with this model");
});

test('it speaks to Anthropic in the form of chat completions', async () => {
  const response = await complete('anthropic', makers.base.anthropic, {
    model: 'claude-opus-5-5',
    max_tokens: 1000,
    messages,
  });
  expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Good day' } }] });
  expect(makers.requests.at(-1)).toMatchObject({ protocol: 'messages', model: 'claude-opus-5-5' });
});
