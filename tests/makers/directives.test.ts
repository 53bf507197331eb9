import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { directiveNames, directivesIn } from '../../e2e/servers/makers/directives';
import { type Json, parsed } from '../../e2e/servers/makers/json';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { ask, tools, type Wanted } from './ask';

let server: Makers;
beforeAll(async () => {
  server = await startMakers({
    newModels: [{ id: 'gpt-7-nova', like: 'gpt-6-astra', refuses: ['truncation'], window: 50 }],
    ended: ['gpt-6-sol'],
  });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const kinds = ['responses', 'chat', 'messages', 'generate'] as const;
type Kind = (typeof kinds)[number];

/** A streamed request for a prompt, in each protocol. */
function wanted(kind: Kind, prompt: string, more: Json = {}): Wanted {
  if (kind === 'responses') {
    const body = { model: 'gpt-6-astra', input: prompt, stream: true, reasoning: { summary: 'auto' }, ...more };
    return { maker: 'openai', path: 'responses', body };
  }
  if (kind === 'chat') {
    const messages = [{ role: 'user', content: prompt }];
    const body = { model: 'test', messages, stream: true, stream_options: { include_usage: true }, ...more };
    return { maker: 'plain', path: 'chat/completions', body };
  }
  if (kind === 'messages') {
    const thinking = { type: 'adaptive', display: 'summarized' };
    const messages = [{ role: 'user', content: prompt }];
    const body = { model: 'claude-opus-5-5', max_tokens: 1000, thinking, messages, stream: true, ...more };
    return { maker: 'anthropic', path: 'messages', body };
  }
  const generationConfig = { thinkingConfig: { includeThoughts: true } };
  const body = { contents: [{ role: 'user', parts: [{ text: prompt }] }], generationConfig, ...more };
  return { maker: 'google', path: 'models/gemini-3.8-flash:streamGenerateContent?alt=sse', body };
}

const say = (kind: Kind, prompt: string, more?: Json) => ask(server, wanted(kind, prompt, more));

/** The expected content of a streamed answer: for each directive, text that must or must not be in it. */
const streamed: Readonly<Record<string, Readonly<Record<Kind, readonly string[]>>>> = {
  '[reply:Good day]': all(['Good ', 'day']),
  '[think:Deep thought]': { ...all(['Deep ', 'thought']), chat: ['!Deep'] },
  '[think:Deep][reasoning-content]': { ...all(['Deep']), chat: ['"reasoning_content":"Deep"'] },
  '[think:Deep][think-tags]': { ...all(['Deep']), chat: ['"content":"<think>'] },
  '[length]': {
    responses: ['response.incomplete', 'max_output_tokens'],
    chat: ['"finish_reason":"length"'],
    messages: ['"stop_reason":"max_tokens"'],
    generate: ['"finishReason":"MAX_TOKENS"'],
  },
  '[only-thinking]': {
    responses: ['"type":"reasoning"', '!output_text'],
    chat: ['!"content":"ok'],
    messages: ['thinking_delta', '!text_delta'],
    generate: ['"thought":true', '!"text":"ok'],
  },
  '[empty]': {
    responses: ['"output":[]', 'response.completed'],
    chat: ['"finish_reason":"stop"', '!"content":"ok'],
    messages: ['message_stop', '!content_block_start'],
    generate: ['"finishReason":"STOP"', '!"text":"ok'],
  },
  '[refuse]': {
    responses: ['response.refusal.delta', '"type":"refusal"'],
    chat: ['"refusal":"I\'m'],
    messages: ['"stop_reason":"refusal"'],
    generate: ['"blockReason":"PROHIBITED_CONTENT"', '!"candidates"'],
  },
  '[filter]': {
    responses: ['response.incomplete', '"reason":"content_filter"'],
    chat: ['"finish_reason":"content_filter"'],
    messages: ['"stop_reason":"refusal"', 'first'],
    generate: ['"finishReason":"SAFETY"', 'first'],
  },
  '[stream-error]': {
    responses: ['event: error', '!response.completed'],
    chat: ['"error":', '![DONE]'],
    messages: ['overloaded_error', '!message_stop'],
    generate: ['"status":"UNAVAILABLE"', '!STOP'],
  },
  '[unknown-events]': { ...all(['mood', 'ok']), generate: ['moodMetadata', 'ok'] },
  '[no-usage]': {
    responses: ['!input_tokens'],
    chat: ['!prompt_tokens'],
    messages: ['"input_tokens":0'],
    generate: ['!usageMetadata'],
  },
  '[huge-usage]': all(['10000000']),
  '[slow:1]': all(['ok']),
};

function all(texts: readonly string[]): Readonly<Record<Kind, readonly string[]>> {
  return { responses: texts, chat: texts, messages: texts, generate: texts };
}

describe.each(kinds)('%s', (kind) => {
  test.each(Object.entries(streamed))('%s', async (directives, expected) => {
    const { text, status } = await say(kind, `Say ${directives}`);
    expect(status).toBe(200);
    for (const part of expected[kind]) {
      if (part.startsWith('!')) expect(text).not.toContain(part.slice(1));
      else expect(text).toContain(part);
    }
  });

  test('[cut:…] tears the connection down in the middle, once', async () => {
    await expect(say(kind, 'Say [cut:text]')).rejects.toThrow();
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
    expect((await say(kind, 'Say [cut:text]')).text).toContain('ok');
  });

  test('[reset] tears it down before the answer', async () => {
    await expect(say(kind, 'Say [reset*2]')).rejects.toThrow();
    await expect(say(kind, 'Say [reset*2]')).rejects.toThrow();
    expect((await say(kind, 'Say [reset*2]')).status).toBe(200);
    expect(server.refused()).toEqual([]);
  });

  test('[429:…] and [status:…] are errors of the maker, with the headers of the first', async () => {
    const limited = await say(kind, 'Say [429:7]');
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('7');
    expect((await say(kind, 'Say [429:7]')).status).toBe(200);
    expect((await say(kind, 'Say [status:503]')).status).toBe(503);
    expect((await say(kind, 'Say [529]')).body.error).toBeDefined();
  });

  test('[window:…] refuses what is too long, always', async () => {
    const long = `${'word '.repeat(100)}[window:50]`;
    expect((await say(kind, long)).status).toBe(400);
    expect((await say(kind, long)).text).toMatch(/context|too long|exceeds/);
    expect((await say(kind, 'Say [window:500]')).status).toBe(200);
  });

  test('[whole] answers in one piece, whatever was asked for', async () => {
    const { headers, body } = await say(kind, 'Say [whole]');
    expect(headers.get('content-type')).toBe('application/json');
    expect(JSON.stringify(body)).toContain('ok');
  });

  test('[param:…] refuses a field that no table knows', async () => {
    const field = kind === 'generate' ? 'generationConfig' : 'stream';
    expect((await say(kind, `Say [param:${field}]`)).text).toMatch(/not supported/);
    expect(server.refused()).toMatchObject([{ refused: { rule: 'plain.refuse' } }]);
    expect((await say(kind, 'Say [param:nothing]')).status).toBe(200);
  });

  test('[tools:N*P] calls P tools in a turn, [tool:…] says which', async () => {
    const declared = { tools: tools[kind] };
    const { text } = await say(kind, 'Ask [tools:2*3][tool:weather]', declared);
    expect(new Set(text.match(/(call|toolu)_n1_[0-9a-f]+/g))).toHaveProperty('size', 3);
    expect((await say(kind, 'Ask [tools:2][tool:none]', declared)).text).toContain('ok');
  });

  test('[pick:…] answers the same prompt differently each time', async () => {
    const answers = [];
    for (let index = 0; index < 3; index += 1) answers.push((await say(kind, 'Vote [pick:red|blue]')).text);
    expect(answers.map((text) => /red|blue/.exec(text.replace(/\[pick[^\]]*\]/g, ''))?.[0])).toEqual([
      'red',
      'blue',
      'red',
    ]);
  });

  test('[left:…] is told in the headers of those who tell it', async () => {
    const { headers } = await say(kind, 'Say [left:3/20]');
    const told = [headers.get('x-ratelimit-remaining-requests'), headers.get('anthropic-ratelimit-requests-remaining')];
    expect(told).toEqual({ responses: ['3', null], messages: [null, '3'] }[kind as string] ?? [null, null]);
  });

  test('[search:…] and [pages:…] search where the maker has a tool for it, [pause] stops behind it', async () => {
    const offered: Readonly<Record<Kind, Json>> = {
      responses: { tools: [{ type: 'web_search' }] },
      chat: {},
      messages: { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
      generate: { tools: [{ googleSearch: {} }] },
    };
    const { text } = await say(kind, 'Ask [search:tides][pages:3]', offered[kind]);
    const isFound = kind !== 'chat';
    expect(text.includes('web_search_call') || text.includes('web_search_result') || text.includes('grounding')).toBe(
      isFound,
    );
    expect(text.includes('page 3')).toBe(isFound && kind !== 'responses');
    const paused = await say(kind, 'Ask [search:tides][pause][server-call:look]', offered[kind]);
    expect(paused.text.includes('pause_turn')).toBe(kind === 'messages');
    expect(paused.text.includes('"name":"look"')).toBe(kind === 'messages');
  });

  test('[hold] waits for release', async () => {
    const waiting = say(kind, 'Say [hold]');
    await expect.poll(() => server.requests.length).toBe(1);
    server.release();
    expect((await waiting).text).toContain('ok');
  });

  test('a reply fits the schema that is asked for', async () => {
    const schema = {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      additionalProperties: false,
    };
    const forms: Readonly<Record<Kind, Json>> = {
      responses: { text: { format: { type: 'json_schema', name: 'r', strict: true, schema } } },
      chat: { response_format: { type: 'json_schema', json_schema: { name: 'r', schema } } },
      messages: { output_config: { format: { type: 'json_schema', schema } } },
      generate: { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
    };
    const { text } = await say(kind, 'Count [whole]', forms[kind]);
    expect(text.replaceAll('\\"', '"')).toContain('{"n":1}');
  });
});

test('every directive has a test here', async () => {
  const { readFile } = await import('node:fs/promises');
  const here = await readFile(new URL(import.meta.url), 'utf8');
  const missing = Object.keys(directiveNames).filter((name) => !here.includes(`[${name}`));
  expect(missing).toEqual([]);
});

test('a fault may be for one turn of a tool loop', () => {
  expect(directivesIn('a [hold@4] [tools:5*2] [nothing] [429:2*3@2]')).toEqual([
    { name: 'hold', value: '', times: undefined, turn: 4 },
    { name: 'tools', value: '5', times: 2, turn: undefined },
    { name: 'status', value: '429/2', times: 3, turn: 2 },
  ]);
});

test('a fault comes once for each model that is asked the same', async () => {
  const status = async (kind: Kind, more: Json = {}) => (await say(kind, 'Say [503]', more)).status;
  expect([await status('messages'), await status('messages')]).toEqual([503, 200]);
  expect(await status('messages', { model: 'claude-opus-5' })).toBe(503);
  expect(await status('generate')).toBe(503);
});

test('orders are for the next requests that match, also from another process', async () => {
  server.next('[429:1]', { match: 'blue', maker: 'plain' });
  expect((await say('chat', 'red')).status).toBe(200);
  expect((await say('chat', 'blue')).status).toBe(429);
  expect((await say('chat', 'blue')).status).toBe(200);
  server.next('[503]', { model: 'claude-opus-5-5' });
  expect((await say('messages', 'red', { model: 'claude-opus-5' })).status).toBe(200);
  expect((await say('messages', 'red')).status).toBe(503);
  const control = (body: Json) => fetch(`${server.url}/control`, { method: 'POST', body: JSON.stringify(body) });
  await control({ next: { directives: '[503]', times: 2 } });
  expect((await say('messages', 'red')).status).toBe(503);
  expect((await say('generate', 'red')).status).toBe(503);
  expect(parsed(await (await control({ reset: true })).text())).toEqual({ requests: [] });
});

test('pages of other sites are let in as the makers do', async () => {
  const preflight = (base: string, wanted: string) =>
    fetch(base, { method: 'OPTIONS', headers: { 'access-control-request-headers': wanted, origin: 'http://page' } });
  const allowed = async (base: string, wanted: string) =>
    (await preflight(base, wanted)).headers.get('access-control-allow-headers');
  expect(await allowed(`${server.base.openai}/responses`, 'authorization')).toBe('authorization');
  expect(await allowed(`${server.base.anthropic}/messages`, 'x-api-key')).toBeNull();
  const direct = 'x-api-key,anthropic-dangerous-direct-browser-access';
  expect(await allowed(`${server.base.anthropic}/messages`, direct)).toBe(direct);
});

test('models that no table knows, and models that ended', async () => {
  const nova = { model: 'gpt-7-nova' };
  expect((await say('responses', 'Hi', nova)).status).toBe(200);
  expect((await say('responses', 'Hi', { ...nova, truncation: 'auto' })).text).toContain('Unsupported parameter');
  expect((await say('responses', 'word '.repeat(60), nova)).text).toContain('context_length_exceeded');
  expect((await say('responses', 'Hi', { model: 'gpt-6-sol' })).status).toBe(404);
});

test('each maker lists its models in its own form', async () => {
  const list = async (base: string, path: string, headers: Record<string, string>) =>
    parsed(await (await fetch(`${base}/${path}`, { headers })).text());
  const { base } = server;
  const openai = await list(base.openai, 'models', { authorization: 'Bearer k' });
  expect(openai).toMatchObject({ object: 'list' });
  expect(JSON.stringify(openai)).toContain(
    '"id":"gpt-5","object":"model","created":1780000000,"owned_by":"system","shutdown_date":"2026-12-11"',
  );
  const keys = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' };
  const first = await list(base.anthropic, 'models?limit=2', keys);
  expect(first).toMatchObject({
    has_more: true,
    last_id: 'claude-sonnet-5-5',
    data: [{ max_input_tokens: 1_000_000 }, {}],
  });
  expect(await list(base.anthropic, 'models?limit=100&after_id=claude-sonnet-5-5', keys)).toMatchObject({
    has_more: false,
  });
  const google = await list(base.google, 'models?pageSize=1', { 'x-goog-api-key': 'k' });
  expect(google).toMatchObject({
    models: [{ name: 'models/gemini-3.8-flash', inputTokenLimit: 1_048_576 }],
    nextPageToken: 'models/gemini-3.8-flash',
  });
  expect(await list(base.google, 'models', {})).toMatchObject({ error: { status: 'PERMISSION_DENIED' } });
  expect(await list(base.plain, 'models', {})).toMatchObject({ data: [{ id: 'test' }, {}] });
});

test('what was sent before is counted as cached', async () => {
  const system = 'word '.repeat(1500);
  const paid = () => server.requests.at(-1)?.usage;
  await say('responses', 'Hi', { instructions: system });
  expect(paid()).toMatchObject({ cacheRead: 0 });
  await say('responses', 'Ho', { instructions: system });
  expect(paid()?.cacheRead).toBeGreaterThan(1500);
  const marked = { system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }] };
  await say('messages', 'Hi', marked);
  expect(paid()?.cacheWritten).toBeGreaterThan(1500);
  await say('messages', 'Ho', marked);
  expect(paid()?.cacheRead).toBeGreaterThan(1500);
  expect(paid()?.cacheWritten).toBe(0);
});
