import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '@/engine/ports/model-client';
import type { ModelFacts } from '@/plan/model-facts';
import { createModelClient } from '../create-model-client';
import { knownModels } from '../known-models.testing';
import type { ProviderConfig } from '../provider-config';

const own = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  compatible: 'http://lab/v1',
} as const;

interface Asked {
  readonly protocol: keyof typeof own;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly key?: string;
  readonly request?: Partial<ModelRequest>;
  readonly facts?: Partial<ModelFacts>;
}

/** What is sent to a server for a call: the address, the headers, and the body. */
async function sent({ protocol, model = 'm', baseUrl = own[protocol], key, request, facts }: Asked) {
  const provider: ProviderConfig = { id: 'lab', label: 'Lab', protocol, baseUrl, needsKey: false };
  const calls: { readonly url: string; readonly headers: Headers; readonly body: Record<string, unknown> }[] = [];
  const client = createModelClient({
    providers: () => [provider],
    keyOf: () => key,
    onKeyChange: () => () => undefined,
    catalogue: async () => knownModels(facts),
    fetch: async (input, init) => {
      const body = JSON.parse(String(init?.body));
      calls.push({ url: String(input), headers: new Headers(init?.headers), body });
      return new Response('{"error":{"message":"No."}}', { status: 401 });
    },
  });
  const whole: ModelRequest = {
    model: { provider: 'lab', model },
    messages: [{ role: 'user', content: 'Hi' }],
    options: {},
    maxOutputTokens: 9,
    idempotencyKey: 'k',
    ...request,
  };
  await client.generate(whole, { signal: new AbortController().signal, onText: () => {} }).catch(() => undefined);
  const [call] = calls;
  if (call === undefined) throw new Error('Nothing was sent.');
  return call;
}

const bodyOf = async (asked: Asked) => (await sent(asked)).body;
const outputSchema = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
};
const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }];
const thinking = { efforts: ['low', 'high'], defaultEffort: 'low' } as const;

describe('what Anthropic is sent', () => {
  const anthropic = (more: Omit<Asked, 'protocol'> = {}) => bodyOf({ protocol: 'anthropic', ...more });

  it.each<[string, string, ModelRequest['reasoningEffort'], Partial<ModelFacts>, object]>([
    ['nothing, where it is not known to think', 'claude-opus-4-6', undefined, {}, {}],
    ['nothing, where it thinks only if it is asked to', 'claude-opus-4-6', undefined, { defaultEffort: 'none' }, {}],
    [
      'to show what it thinks, where it does by itself',
      'claude-opus-4-6',
      undefined,
      thinking,
      { thinking: { type: 'adaptive', display: 'summarized' } },
    ],
    ['not to think', 'claude-opus-4-6', 'none', thinking, { thinking: { type: 'disabled' } }],
    [
      'how hard to think',
      'claude-opus-4-6',
      'high',
      thinking,
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
    ],
    ['the least', 'claude-opus-4-6', 'minimal', {}, { output_config: { effort: 'low' } }],
    [
      'a budget, before 4.6',
      'claude-sonnet-4-5',
      'minimal',
      {},
      { thinking: { type: 'enabled', budget_tokens: 2048 } },
    ],
    ['a larger budget', 'claude-sonnet-4-5', 'medium', {}, { thinking: { type: 'enabled', budget_tokens: 8192 } }],
    ['a high one', 'claude-sonnet-4-5', 'high', {}, { thinking: { type: 'enabled', budget_tokens: 16_384 } }],
    ['a very high one', 'claude-sonnet-4-5', 'xhigh', {}, { thinking: { type: 'enabled', budget_tokens: 24_576 } }],
    ['the largest', 'claude-sonnet-4-5', 'max', {}, { thinking: { type: 'enabled', budget_tokens: 32_000 } }],
  ])('of thinking: %s', async (_what, model, reasoningEffort, facts, expected) => {
    const request = { ...(reasoningEffort === undefined ? {} : { reasoningEffort }), maxOutputTokens: 64_000 };
    const body = await anthropic({ model, facts, request });
    expect(body).toMatchObject(expected);
    if (!('thinking' in expected) && !('output_config' in expected)) expect(body).not.toHaveProperty('thinking');
  });

  it('is the schema only where it enforces one itself', async () => {
    const schemaOf = async (model: string, schema: object) =>
      JSON.stringify(await anthropic({ model, request: { outputSchema: schema as never } }));
    expect(await schemaOf('claude-sonnet-4-5', outputSchema)).toContain('"additionalProperties"');
    expect(await schemaOf('claude-3-haiku-20240307', outputSchema)).not.toContain('"additionalProperties"');
    expect(await anthropic({ model: 'claude-3-haiku-20240307', request: { outputSchema } })).not.toHaveProperty(
      'tools',
    );
  });

  it('are options by its own names, and marks of what is cached unless it refuses them', async () => {
    const request: Partial<ModelRequest> = {
      options: { stop: 'END', model: 'other', top_k: 3 },
      caching: { key: 'k', start: false, turns: true },
    };
    const body = await anthropic({ request });
    expect(body).toMatchObject({ model: 'm', stop_sequences: ['END'], top_k: 3 });
    expect(JSON.stringify(body)).toContain('cache_control');
    expect(JSON.stringify(await anthropic({ request, facts: { refuses: ['cache_control'] } }))).not.toContain(
      'cache_control',
    );
    expect(JSON.stringify(await anthropic())).not.toContain('cache_control');
    const { headers } = await sent({ protocol: 'anthropic', key: 'secret' });
    expect([headers.get('x-api-key'), headers.get('anthropic-dangerous-direct-browser-access')]).toEqual([
      'secret',
      'true',
    ]);
    expect((await sent({ protocol: 'anthropic' })).headers.has('x-api-key')).toBe(false);
  });
});

describe('what OpenAI is sent', () => {
  const openai = (more: Omit<Asked, 'protocol'> = {}) => bodyOf({ protocol: 'openai', ...more });

  it('is the system’s word as that of the developer, but for a model that cannot think', async () => {
    const system = {
      messages: [{ role: 'system', content: 'Be brief.' } as const, { role: 'user', content: 'Hi' } as const],
    };
    const roleFor = async (facts: Partial<ModelFacts>) =>
      ((await openai({ request: system, facts }))['input'] as { readonly role: string }[])[0]?.role;
    expect(await Promise.all([roleFor({}), roleFor(thinking), roleFor({ efforts: [] })])).toEqual([
      'developer',
      'developer',
      'system',
    ]);
  });

  it('is to store nothing, to say how hard to think, and to show that only where it does', async () => {
    expect(await openai()).toMatchObject({ store: false, max_output_tokens: 9 });
    expect(await openai()).not.toHaveProperty('reasoning');
    expect(await openai({ facts: thinking })).toMatchObject({ reasoning: { summary: 'auto' } });
    expect(await openai({ facts: thinking, request: { reasoningEffort: 'high' } })).toMatchObject({
      reasoning: { effort: 'high', summary: 'auto' },
    });
    const none = await openai({ facts: thinking, request: { reasoningEffort: 'none' } });
    expect(none).toMatchObject({ reasoning: { effort: 'none' } });
    expect(none['reasoning']).not.toHaveProperty('summary');
  });

  it('is a strict schema only where that may be strict', async () => {
    const formatOf = async (schema: object) => (await openai({ request: { outputSchema: schema as never } }))['text'];
    expect(await formatOf(outputSchema)).toMatchObject({ format: { strict: true } });
    expect(await formatOf({ type: 'object' })).toMatchObject({ format: { strict: false } });
  });

  it('are options by its own names, without those that it does not have', async () => {
    const options = { max_tokens: 5, verbosity: 'low', stop: ['x'], seed: 1, n: 2, store: true, temperature: 1 };
    const body = await openai({ request: { options, caching: { key: 'c', start: true, turns: true } } });
    expect(body).toMatchObject({
      ...{ max_output_tokens: 5, text: { verbosity: 'low' }, store: false, temperature: 1, prompt_cache_key: 'c' },
    });
    for (const gone of ['stop', 'seed', 'n', 'max_tokens', 'verbosity']) expect(body).not.toHaveProperty(gone);
  });

  it('has the key of the call, which other servers of its protocol would refuse', async () => {
    expect((await sent({ protocol: 'openai' })).headers.has('idempotency-key')).toBe(true);
    const elsewhere = 'https://api.openai.com.evil.example/v1';
    expect((await sent({ protocol: 'openai', baseUrl: elsewhere })).headers.has('idempotency-key')).toBe(false);
    const keyed = async (baseUrl: string) => (await sent({ protocol: 'compatible', baseUrl })).headers;
    expect((await keyed(own.openai)).has('idempotency-key')).toBe(true);
    expect((await keyed(own.compatible)).has('idempotency-key')).toBe(false);
  });
});

describe('what Google is sent', () => {
  const google = (more: Omit<Asked, 'protocol'> = {}) => bodyOf({ protocol: 'google', model: 'gemini-3-pro', ...more });
  const configOf = async (more: Omit<Asked, 'protocol'>) =>
    ((await google(more))['generationConfig'] as Record<string, unknown>)['thinkingConfig'];

  it.each<[string, ModelRequest['reasoningEffort'], Partial<ModelFacts>, object | undefined]>([
    ['gemini-3-pro', undefined, {}, undefined],
    ['gemini-3-pro', undefined, { efforts: [] }, undefined],
    ['gemini-3-pro', undefined, thinking, { includeThoughts: true }],
    ['gemini-3-pro', 'none', thinking, { includeThoughts: false, thinkingLevel: 'minimal' }],
    ['gemini-3-pro', 'high', {}, { includeThoughts: true, thinkingLevel: 'high' }],
    ['gemini-3-pro', 'max', {}, { includeThoughts: true, thinkingLevel: 'xhigh' }],
    ['gemini-2.5-pro', 'none', {}, { includeThoughts: false, thinkingBudget: 0 }],
    ['gemini-2.5-pro', 'minimal', {}, { includeThoughts: true, thinkingBudget: 1024 }],
    ['gemini-2.5-pro', 'low', {}, { includeThoughts: true, thinkingBudget: 4096 }],
    ['gemini-2.5-pro', 'medium', {}, { includeThoughts: true, thinkingBudget: 8192 }],
    ['gemini-2.5-pro', 'high', {}, { includeThoughts: true, thinkingBudget: 16_384 }],
    ['gemini-2.5-pro', 'xhigh', {}, { includeThoughts: true, thinkingBudget: 24_576 }],
    ['gemini-2.5-pro', 'max', {}, { includeThoughts: true, thinkingBudget: 24_576 }],
    ['gemini-3-pro', undefined, { efforts: ['low'] }, { includeThoughts: true }],
  ])('of thinking: %s, %s, %o', async (model, reasoningEffort, facts, expected) => {
    const request = reasoningEffort === undefined ? {} : { reasoningEffort };
    expect(await configOf({ model, facts, request })).toEqual(expected);
  });

  it('is the schema, but before Gemini 3 not beside tools', async () => {
    const has = async (model: string, request: Partial<ModelRequest>) =>
      JSON.stringify((await google({ model, request }))['generationConfig']).includes('responseMimeType');
    expect(await has('gemini-3-pro', { outputSchema, tools })).toBe(true);
    expect(await has('gemini-2.5-pro', { outputSchema })).toBe(true);
    expect(await has('gemini-2.5-pro', { outputSchema, tools })).toBe(false);
    expect(await has('gemini-3-pro', { tools })).toBe(false);
  });

  it('are options in the group that has them, and others as they are', async () => {
    const options = { top_p: 0.5, stop: 'END', seed: 1, safetySettings: [], contents: 'x', tools: 'x' };
    const body = await google({ request: { options } });
    expect(body).toMatchObject({
      generationConfig: { topP: 0.5, stopSequences: ['END'], seed: 1, maxOutputTokens: 9 },
      safetySettings: [],
    });
    expect(body['contents']).toHaveLength(1);
    expect(body).not.toHaveProperty('tools');
  });
});

describe('what any server of chat completions is sent', () => {
  const compatible = (more: Omit<Asked, 'protocol'> = {}) => bodyOf({ protocol: 'compatible', ...more });

  it('is the limit by the old name, and by the new one at OpenAI', async () => {
    expect(await compatible()).toMatchObject({ max_tokens: 9, stream_options: { include_usage: true } });
    const atOwn = await compatible({ baseUrl: own.openai });
    expect(atOwn).toMatchObject({ max_completion_tokens: 9 });
    expect(atOwn).not.toHaveProperty('max_tokens');
    expect(await compatible({ baseUrl: own.openai, facts: { renames: { max_tokens: 'most' } } })).toMatchObject({
      most: 9,
    });
  });

  it('is how hard to think, options as they are, and nothing that the model refuses', async () => {
    const request: Partial<ModelRequest> = { reasoningEffort: 'low', options: { top_k: 3, messages: 'x' } };
    const body = await compatible({ request, facts: { refuses: ['top_k'] } });
    expect(body).toMatchObject({ reasoning_effort: 'low', messages: [{ role: 'user' }] });
    expect(body).not.toHaveProperty('top_k');
    expect(await compatible()).not.toHaveProperty('reasoning_effort');
    expect(await compatible({ request })).toMatchObject({ top_k: 3 });
  });

  it('is a schema, strict only where that may be strict', async () => {
    const formatOf = async (schema: object) =>
      (await compatible({ request: { outputSchema: schema as never } }))['response_format'];
    expect(await formatOf(outputSchema)).toMatchObject({ type: 'json_schema', json_schema: { strict: true } });
    expect(await formatOf({ type: 'object' })).toMatchObject({ json_schema: { strict: false } });
    expect(await compatible()).not.toHaveProperty('response_format');
  });
});

it.each([
  ['openai', 'authorization', 'Bearer secret'],
  ['anthropic', 'x-api-key', 'secret'],
  ['google', 'x-goog-api-key', 'secret'],
  ['compatible', 'authorization', 'Bearer secret'],
] as const)('what a server of %s is sent has a key only if there is one', async (protocol, header, value) => {
  expect((await sent({ protocol, key: 'secret' })).headers.get(header)).toBe(value);
  expect((await sent({ protocol })).headers.has(header)).toBe(false);
});
