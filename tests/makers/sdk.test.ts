import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { type LanguageModelV4, type ProviderOptions, talk } from './sdk-talk';

let server: Makers;
beforeAll(async () => {
  server = await startMakers();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const kinds: readonly {
  readonly name: string;
  readonly option?: string;
  readonly providerOptions?: ProviderOptions;
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

const modelOf = ({ maker, option, model }: (typeof kinds)[number]) =>
  model(option === undefined ? server.base[maker] : server.base[maker].replace(/\/v1/, `/${option}/v1`));

test.each(kinds)('$name: tools over five turns, streamed', async (kind) => {
  const { providerOptions, thinks } = kind;
  const { answers, parts, text } = await talk(modelOf(kind), 'Ask [tools:5]', {
    ...(providerOptions && { providerOptions }),
  });
  const kindsOf = answers.map((content) => content.map(({ type }) => type));
  expect(kindsOf.map((types) => types.includes('tool-call'))).toEqual([true, true, true, true, true, false]);
  if (thinks) expect(kindsOf.every((types) => types.includes('reasoning'))).toBe(true);
  expect(text).toContain('Done after 5 results');
  expect(server.refused()).toEqual([]);
  expect(server.requests.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6]);
  const finish = parts.findLast((part) => part.type === 'finish');
  expect(finish?.usage.outputTokens.total).toBeGreaterThan(0);
  if (thinks) expect(finish?.usage.outputTokens.reasoning).toBeGreaterThan(0);
});

test.each([
  ['OpenAI Responses, strict', 'openai.idless'],
  ['claude-opus-5-5, strict', 'anthropic.stripped'],
  // Here @ai-sdk/google sends the text that skips the check, so a loose address notices nothing.
  ['Google, strict', 'google.sentinel'],
])('%s: thinking that is lost is refused by %s', async (name, rule) => {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`No ${name}`);
  const { providerOptions } = kind;
  const lost = talk(modelOf(kind), 'Ask [tools:5]', { ...(providerOptions && { providerOptions }), keep: false });
  await expect(lost).rejects.toThrow();
  expect(server.refused()).toMatchObject([{ turn: 2, refused: { rule } }]);
});
