import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';

let server: Makers;
beforeAll(async () => {
  server = await startMakers();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

type Options = NonNullable<LanguageModelV4CallOptions['providerOptions']>;

const kinds: readonly {
  readonly name: string;
  readonly option?: string;
  readonly providerOptions?: Options;
  readonly thinks: boolean;
  readonly model: (base: string) => LanguageModelV4;
  readonly maker: keyof Makers['base'];
}[] = ['', 'strict'].flatMap((option) => {
  const named = option === '' ? {} : { option };
  const title = (name: string) => (option === '' ? name : `${name}, strict`);
  return [
    {
      ...named,
      name: title('OpenAI Responses'),
      maker: 'openai' as const,
      thinks: true,
      model: (baseURL: string) => createOpenAI({ baseURL, apiKey: 'k' }).responses('gpt-6-astra'),
      providerOptions: {
        openai: { store: false, include: ['reasoning.encrypted_content'], reasoningSummary: 'auto' },
      },
    },
    {
      ...named,
      name: title('OpenAI chat completions without reasoning'),
      maker: 'openai' as const,
      thinks: false,
      model: (baseURL: string) => createOpenAI({ baseURL, apiKey: 'k' }).chat('gpt-6-luna'),
      providerOptions: { openai: { reasoningEffort: 'none' } },
    },
    ...['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-opus-5'].map((id) => ({
      ...named,
      name: title(id),
      maker: 'anthropic' as const,
      thinks: true,
      model: (baseURL: string) => createAnthropic({ baseURL, apiKey: 'k' })(id),
      providerOptions: { anthropic: { thinking: { type: 'adaptive', display: 'summarized' } } },
    })),
    {
      ...named,
      name: title('claude-opus-5-5 with its thinking left out'),
      maker: 'anthropic' as const,
      thinks: true,
      model: (baseURL: string) => createAnthropic({ baseURL, apiKey: 'k' })('claude-opus-5-5'),
    },
    {
      ...named,
      name: title('Google'),
      maker: 'google' as const,
      thinks: true,
      model: (baseURL: string) => createGoogle({ baseURL, apiKey: 'k' })('gemini-3.8-flash'),
      providerOptions: { google: { thinkingConfig: { includeThoughts: true } } },
    },
    {
      ...named,
      name: title('a compatible server'),
      maker: 'plain' as const,
      thinks: false,
      model: (baseURL: string) => createOpenAICompatible({ baseURL, name: 'plain', includeUsage: true })('test'),
    },
  ];
});

test.each(kinds)('$name: tools over five turns, streamed', async (kind) => {
  const { maker, option, providerOptions, thinks } = kind;
  const base = server.base[maker];
  const model = kind.model(option === undefined ? base : base.replace(/\/v1/, `/${option}/v1`));
  const prompt: LanguageModelV4Prompt = [
    { role: 'system', content: 'Be kind' },
    { role: 'user', content: [{ type: 'text', text: 'Ask [tools:5]' }] },
  ];
  const parts: LanguageModelV4StreamPart[] = [];
  let text = '';
  for (let turn = 1; turn <= 6; turn += 1) {
    const { stream } = await model.doStream({ prompt, ...(providerOptions && { providerOptions }), tools: [tool] });
    const { content, seen } = await read(stream);
    parts.push(...seen);
    const calls = content.filter((part) => part.type === 'tool-call');
    expect(calls).toHaveLength(turn === 6 ? 0 : 1);
    text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    if (thinks) expect(content.some(({ type }) => type === 'reasoning')).toBe(true);
    prompt.push({ role: 'assistant', content: content.flatMap(asInput) }, { role: 'tool', content: calls.map(result) });
  }
  expect(text).toContain('Done after 5 results');
  expect(parts.filter(({ type }) => type === 'error')).toEqual([]);
  expect(server.refused()).toEqual([]);
  expect(server.requests.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6]);
  const finish = parts.findLast((part) => part.type === 'finish');
  expect(finish?.usage.outputTokens.total).toBeGreaterThan(0);
  if (thinks) expect(finish?.usage.outputTokens.reasoning).toBeGreaterThan(0);
});

const tool = {
  type: 'function' as const,
  name: 'weather',
  inputSchema: {
    type: 'object' as const,
    properties: { city: { type: 'string' as const } },
    required: ['city'],
    additionalProperties: false,
  },
};

type Input = Extract<LanguageModelV4Prompt[number], { role: 'assistant' }>['content'][number];

function asInput(part: LanguageModelV4Content): Input[] {
  const options = part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata };
  if (part.type === 'text' || part.type === 'reasoning') return [{ type: part.type, text: part.text, ...options }];
  if (part.type !== 'tool-call') return [];
  const { toolCallId, toolName, input } = part;
  return [{ type: 'tool-call', toolCallId, toolName, input: JSON.parse(input), ...options }];
}

function result({ toolCallId, toolName }: Extract<LanguageModelV4Content, { type: 'tool-call' }>) {
  return { type: 'tool-result' as const, toolCallId, toolName, output: { type: 'text' as const, value: 'Sun' } };
}

/** The content of a streamed answer; what a part says of itself last is kept, as the AI SDK does. */
async function read(stream: ReadableStream<LanguageModelV4StreamPart>) {
  const seen: LanguageModelV4StreamPart[] = [];
  const content: LanguageModelV4Content[] = [];
  const open = new Map<string, { type: 'text' | 'reasoning'; text: string; providerMetadata?: Options }>();
  for await (const part of stream) {
    seen.push(part);
    if (part.type === 'error') throw part.error;
    if (part.type === 'tool-call') content.push(part);
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      const started = { type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const), text: '' };
      open.set(part.id, started);
      content.push(started);
    }
    const current = 'id' in part && typeof part.id === 'string' ? open.get(part.id) : undefined;
    if (current === undefined) continue;
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') current.text += part.delta;
    if ('providerMetadata' in part && part.providerMetadata !== undefined) {
      current.providerMetadata = part.providerMetadata as Options;
    }
  }
  return { content, seen };
}
