import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '@/engine/ports/model-client';
import { createMemoryCatalogueStore } from './catalogue-store.testing';
import { createCatalogue } from './create-catalogue';
import type { SetWindows } from './set-windows';

const now = Date.parse('2026-11-22T10:00:00Z');
const ref = (name: string): ModelRequest['model'] => {
  const colon = name.indexOf(':');
  return { provider: name.slice(0, colon), model: name.slice(colon + 1) };
};
const open = (at = now, store = createMemoryCatalogueStore(), windows: SetWindows = []) =>
  createCatalogue({ store, now: () => at, windows: () => windows });
const factsOf = async (name: string, at = now) => (await open(at)).factsOf(ref(name));
const perMillion = { inputTokens: 1e6, outputTokens: 1e6 };

it('is of the version of the price list whose date it tells', () => {
  const path = new URL('../../../node_modules/@pydantic/genai-prices/package.json', import.meta.url);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ version: '0.1.8' });
});

describe('what comes with Heddle', () => {
  it.each([
    ['openai:gpt-4o-2024-11-20', 2.5, 10],
    ['openai:gpt-6-sol', 2, 10],
    ['openai:gpt-6-sol-2026-09-22', 2, 10],
    ['openai:gpt-6.1-terra', 1, 5],
    ['anthropic:claude-opus-5-5', 4, 20],
    ['anthropic:claude-haiku-5-5', 0.1, 0.5],
    ['anthropic:claude-sonnet-4-20250514', 3, 15],
    ['google:gemini-3.8-flash', 0.75, 3.75],
    ['google:gemini-2.5-pro', 1.25, 10],
    ['openrouter:anthropic/claude-sonnet-5', 2, 10],
    ['openrouter:deepseek/deepseek-r1:free', 0, 0],
    ['sim:anything', 0, 0],
  ])('knows the price of %s', async (name, inputPerMillion, outputPerMillion) => {
    expect((await factsOf(name)).price).toMatchObject({ inputPerMillion, outputPerMillion });
  });

  it.each([
    'openai:gpt-4o-mystery',
    'ollama:gpt-4o',
    'openai:constructor',
    '__proto__:gpt-4o',
    'my-openai:gpt-4o',
    // According to the list, names that begin with claude-sonnet-5 are Claude Sonnet 5.
    'anthropic:claude-sonnet-5-7',
    'google:gemma-3-27b-it',
  ])('knows no price of %s', async (name) => {
    expect((await factsOf(name)).price).toBeUndefined();
  });

  it('takes the price of the day', async () => {
    expect((await factsOf('google:gemini-3.8-flash', Date.parse('2027-01-02'))).price?.inputPerMillion).toBe(1.5);
    expect((await factsOf('google:gemini-4-argon')).price?.outputPerMillion).toBe(10);
    expect((await factsOf('google:gemini-4-argon', Date.parse('2026-12-01'))).price?.outputPerMillion).toBe(20);
  });

  it.each([
    ['openai:gpt-4.1', 1_047_576, 32_768],
    ['openai:gpt-5-mini', 400_000, 128_000],
    ['openai:gpt-6.1-sol', 1_050_000, 128_000],
    ['openai:gpt-4-0613', 8_192, 8_192],
    ['anthropic:claude-sonnet-4-5', 200_000, 64_000],
    ['anthropic:claude-haiku-5-5', 1_000_000, 128_000],
    ['google:gemini-2.5-pro', 1_048_576, 65_536],
    ['openrouter:anthropic/claude-sonnet-4.5', 1_000_000, 64_000],
    ['openrouter:qwen/qwen3-coder', 262_144, undefined],
    ['sim:default', 32_768, undefined],
    ['ollama:llama3.1', undefined, undefined],
    ['openai:somebody/model', undefined, undefined],
  ])('knows the window and the largest output of %s', async (name, window, maxOutput) => {
    const facts = await factsOf(name);
    expect([facts.window, facts.maxOutput]).toEqual([window, maxOutput]);
  });

  it.each([
    ['openai:gpt-6.1-sol', { toolsNeedResponses: true, defaultEffort: 'medium', maxInput: 922_000 }],
    ['openai:gpt-5.1', { refuses: [], defaultEffort: 'none', toolsNeedResponses: false }],
    [
      'openai:gpt-5',
      { renames: { max_tokens: 'max_completion_tokens' }, efforts: ['minimal', 'low', 'medium', 'high'] },
    ],
    ['openai:gpt-5-chat-latest', { efforts: [], refuses: [] }],
    ['openai:gpt-4o', { refuses: [], efforts: [], takes: ['image', 'pdf'], endsOn: '2027-01-14' }],
    ['anthropic:claude-opus-5-5', { bindsThinking: true, refuses: ['temperature', 'top_p', 'top_k'] }],
    ['anthropic:claude-opus-4-8', { bindsThinking: false, defaultEffort: 'none' }],
    ['anthropic:claude-opus-4-5-20251101', { refuses: [], refusesThinking: ['temperature', 'top_k'] }],
    // Launched after this test was written: treated as one of the newest.
    ['anthropic:claude-opus-6', { bindsThinking: true, refuses: ['temperature', 'top_p', 'top_k'] }],
    ['google:gemini-3.8-flash', { refuses: ['temperature', 'top_p', 'top_k'], takes: ['image', 'pdf', 'audio'] }],
    ['google:models/gemini-2.5-flash', { refuses: [], endsOn: '2026-12-01', replacement: 'gemini-3.5-flash-lite' }],
    ['my-gateway:gpt-6-sol', { refuses: [], defaultEffort: 'medium', toolsNeedResponses: false }],
    ['openrouter:openai/gpt-5', { renames: {}, toolsNeedResponses: false }],
    ['ollama:llama3.1', { refuses: [], renames: {}, bindsThinking: false, toolsNeedResponses: false }],
  ])('knows what %s does', async (name, facts) => {
    expect(await factsOf(name)).toMatchObject(facts);
  });

  it('tells ends only of who serves the model under its own name', async () => {
    expect((await factsOf('openai:gpt-5-2025-08-07')).endsOn).toBe('2026-12-11');
    expect((await factsOf('my-gateway:gpt-5')).endsOn).toBeUndefined();
    expect((await factsOf('openrouter:openai/gpt-5')).endsOn).toBeUndefined();
  });
});

describe('models that have ended', () => {
  const endOf = async (name: string) => {
    const { endsOn, replacement, endSource } = await factsOf(name);
    return { endsOn, replacement, source: endSource === undefined ? undefined : new URL(endSource).hostname };
  };

  it.each([
    ['openai:davinci', '2024-01-04', 'developers.openai.com'],
    ['openai:text-davinci-003', '2024-01-04', 'developers.openai.com'],
    ['openai:gpt-3.5-turbo-0613', '2024-09-13', 'developers.openai.com'],
    ['openai:gpt-4-32k', '2025-06-06', 'developers.openai.com'],
    ['openai:gpt-4.5-preview-2025-02-27', '2025-07-14', 'developers.openai.com'],
    ['openai:o1-mini', '2025-10-27', 'developers.openai.com'],
    ['openai:codex-mini-latest', '2026-02-12', 'developers.openai.com'],
    ['openai:chatgpt-4o-latest', '2026-02-17', 'developers.openai.com'],
    ['anthropic:claude-v1', '2024-11-06', 'platform.claude.com'],
    ['anthropic:claude-2.1', '2025-07-21', 'platform.claude.com'],
    ['anthropic:claude-3-haiku-20240307', '2026-04-20', 'platform.claude.com'],
    ['google:gemini-pro', '2025-02-18', 'ai.google.dev'],
    ['google:models/gemini-1.5-pro-002', '2025-09-29', 'ai.google.dev'],
  ])('knows when %s ended, and where that is said', async (name, endsOn, source) => {
    expect(await endOf(name)).toMatchObject({ endsOn, source });
  });

  it('tells a version from the others of its name', async () => {
    expect((await endOf('openai:gpt-4o-2024-05-13')).endsOn).toBe('2026-10-23');
    expect((await endOf('openai:gpt-4o-2024-11-20')).endsOn).toBe('2027-01-14');
    expect(await endOf('openai:gpt-5.4')).toEqual({ endsOn: undefined, replacement: undefined, source: undefined });
    expect((await endOf('anthropic:claude-opus-4-5')).endsOn).toBeUndefined();
  });

  it('names no replacement that has ended', async () => {
    const catalogue = await open();
    const replacements = ['openai', 'anthropic', 'google'].flatMap((provider) =>
      catalogue.modelsOf(provider).flatMap((model) => {
        const by = catalogue.factsOf({ provider, model }).replacement;
        return by === undefined ? [] : [`${provider}:${by}`];
      }),
    );
    expect(replacements.length).toBeGreaterThan(30);
    const ended = replacements.filter((name) => (catalogue.factsOf(ref(name)).endsOn ?? '9') < '2026-11-22');
    expect(ended).toEqual([]);
  });

  it('lists models of the maker itself only', async () => {
    const names = (await open()).modelsOf('google');
    expect(names).toContain('gemini-3.8-flash');
    expect(names.filter((name) => name.includes('claude'))).toEqual([]);
  });
});

describe('what a call costs', () => {
  it('counts what the cache did at its own prices, as parts of the input', async () => {
    const catalogue = await open();
    const tokens = { ...perMillion, cachedTokens: 400_000, cacheWriteTokens: 100_000 };
    // $5 input, $0.5 from the cache, $6.25 into the cache, $25 output.
    expect(catalogue.costOf(ref('anthropic:claude-opus-4-8'), tokens)).toBeCloseTo(2.5 + 0.2 + 0.625 + 25);
  });

  it('takes the tier of all of the input', async () => {
    const catalogue = await open();
    const cost = (inputTokens: number) => catalogue.costOf(ref('openai:gpt-6.1-sol'), { inputTokens, outputTokens: 0 });
    expect(cost(272_000)).toBeCloseTo(0.544);
    expect(cost(272_001)).toBeCloseTo(1.088);
  });

  it('is not known where the price is not, and nothing for simulated models', async () => {
    const catalogue = await open();
    expect(catalogue.costOf(ref('ollama:llama3'), perMillion)).toBeUndefined();
    expect(catalogue.costOf(ref('sim:fast'), perMillion)).toBe(0);
  });

  it('is never less than nothing where what a provider reports does not add up', async () => {
    const catalogue = await open();
    const tokens = { inputTokens: 10, outputTokens: 0, cachedTokens: 50, cacheWriteTokens: 50 };
    expect(catalogue.costOf(ref('anthropic:claude-opus-4-8'), tokens)).toBeCloseTo(5e-6);
  });
});

const ollama = 'http://localhost:11434/v1';

describe('what refusals taught', () => {
  const fact = {
    model: ref('openai:gpt-9'),
    parameter: 'temperature',
    instead: 'left out',
    said: 'Unsupported parameter.',
  };

  it('holds at once, for later catalogues, and no more when it is undone', async () => {
    const store = createMemoryCatalogueStore();
    const catalogue = await open(now, store);
    const learning = catalogue.learn({ ...fact, model: ref('ollama:qwen') });
    expect(catalogue.factsOf(ref('ollama:qwen')).refuses).toEqual(['temperature']);
    await learning;
    const [entry] = (await open(now, store)).learned();
    expect(entry).toMatchObject({ provider: 'ollama', model: 'qwen', parameter: 'temperature', date: '2026-11-22' });
    if (entry !== undefined) await catalogue.forget(entry);
    expect(catalogue.factsOf(ref('ollama:qwen')).refuses).toEqual([]);
    expect((await open(now, store)).learned()).toEqual([]);
  });

  it('is kept once, and of one model and provider only', async () => {
    const catalogue = await open();
    await catalogue.learn({ ...fact, model: ref('ollama:qwen') });
    await catalogue.learn({ ...fact, model: ref('ollama:qwen') });
    expect(catalogue.learned()).toHaveLength(1);
    expect(catalogue.factsOf(ref('lab:qwen')).refuses).toEqual([]);
  });

  it('belongs to the server that said it: another address of the same provider has not said it', async () => {
    const store = createMemoryCatalogueStore();
    const at = (baseUrl: string) => open(now, store, [{ id: 'openai', baseUrl }]);
    const mock = 'http://127.0.0.1:4714/v1';
    const small = {
      model: ref('openai:gpt-4o'),
      parameter: 'context window',
      instead: '4096 tokens at most',
      said: 'Too long.',
    };
    const taught = await at(mock);
    await taught.learn(small);
    expect(taught.factsOf(small.model)).toMatchObject({ window: 4096, maxInput: 4096, windowFrom: '127.0.0.1:4714' });
    for (const others of [await open(now, store), await at('http://127.0.0.1:4715/v1')]) {
      expect(others.factsOf(small.model).window).toBe(128_000);
      expect(others.factsOf(small.model)).not.toHaveProperty('windowFrom');
    }
    expect((await at(mock)).factsOf(small.model).window).toBe(4096);
    // A window that the person sets has nothing to do with what was learned.
    const set = await open(now, store, [{ id: 'openai', baseUrl: mock, windows: { '*': 9000 } }]);
    expect(set.factsOf(small.model)).toMatchObject({ window: 9000 });
    expect(set.factsOf(small.model)).not.toHaveProperty('windowFrom');
  });

  it('counts for none if it does not tell which server said it, as older versions stored it', async () => {
    const learned = [
      { provider: 'openai', model: 'gpt-4o', parameter: 'top_p', instead: 'left out', said: '', date: '2026-11-01' },
    ];
    const catalogue = await open(now, createMemoryCatalogueStore({ models: { version: 1, learned, own: [] } }));
    expect(catalogue.learned()).toEqual([]);
    expect(catalogue.factsOf(ref('openai:gpt-4o')).refuses).toEqual([]);
  });

  it('does not lose what another tab learned', async () => {
    const store = createMemoryCatalogueStore();
    const [one, other] = [await open(now, store), await open(now, store)];
    await one.learn({ ...fact, model: ref('ollama:a') });
    await other.learn({ ...fact, model: ref('ollama:b') });
    await one.forget({ provider: 'ollama', address: ollama, model: 'a', parameter: 'temperature' });
    await other.reload();
    expect(other.learned().map(({ model }) => model)).toEqual(['b']);
  });

  it('is bounded', async () => {
    const entry = {
      provider: 'ollama',
      address: ollama,
      parameter: 'top_p',
      instead: '',
      said: '',
      date: '2026-11-01',
    };
    const learned = Array.from({ length: 995 }, (_, index) => ({ ...entry, model: `before${index}` }));
    const store = createMemoryCatalogueStore({ models: { version: 1, learned, own: [] } });
    const catalogue = await open(now, store);
    expect(catalogue.learned()).toHaveLength(995);
    const long = 'x'.repeat(100_000);
    for (let index = 0; index < 10; index++) {
      await catalogue.learn({ model: ref(`ollama:m${index}`), parameter: long, instead: long, said: long });
    }
    expect(catalogue.learned()).toHaveLength(1_000);
    expect(JSON.stringify(await store.get('models')).length).toBeLessThan(1_500_000);
    expect((await open(now, store)).learned()).toHaveLength(1_000);
  });

  it('is left alone where a newer Heddle wrote it', async () => {
    const newer = { version: 2, everything: 'else' };
    const store = createMemoryCatalogueStore({ models: newer });
    const catalogue = await open(now, store);
    await catalogue.learn(fact);
    expect(catalogue.factsOf(fact.model).refuses).toContain('temperature');
    expect(await store.get('models')).toEqual(newer);
  });
});

describe('what the person says', () => {
  it('wins over all else', async () => {
    const catalogue = await open();
    const model = ref('openai:gpt-4o');
    await catalogue.learn({ model, parameter: 'top_p', instead: 'left out', said: '' });
    await catalogue.setOwn(model, { price: { inputPerMillion: 1, outputPerMillion: 2 }, window: 9_000, refuses: [] });
    expect(catalogue.factsOf(model)).toMatchObject({ window: 9_000, maxInput: 9_000, refuses: [], maxOutput: 16_384 });
    expect(catalogue.costOf(model, perMillion)).toBe(3);
    await catalogue.setOwn(model, undefined);
    expect(catalogue.factsOf(model)).toMatchObject({ window: 128_000, refuses: ['top_p'] });
  });

  it('may be of windows by provider, also for all of its models', async () => {
    const catalogue = await open(now, createMemoryCatalogueStore(), [
      { id: 'openai', windows: { 'gpt-4o': 9_000, '*': 5_000 } },
      { id: 'ollama', windows: { qwen: 4_096 } },
    ]);
    const windowOf = (name: string) => catalogue.factsOf(ref(name)).window;
    expect(['openai:gpt-4o', 'openai:gpt-4.1', 'ollama:qwen', 'ollama:constructor'].map(windowOf)).toEqual([
      9_000,
      5_000,
      4_096,
      undefined,
    ]);
  });

  it('may be of a model of its own', async () => {
    const catalogue = await open();
    await catalogue.setOwn(ref('lab:mine'), { window: 1_000 });
    expect(catalogue.modelsOf('lab')).toEqual(['mine']);
    await expect(catalogue.setOwn(ref('lab:mine'), { window: -1 })).rejects.toThrow();
  });
});

it('tells of each fact where it comes from, and when', async () => {
  const catalogue = await open();
  const model = ref('openai:gpt-4o');
  await catalogue.learn({ model, parameter: 'top_p', instead: 'left out', said: '' });
  await catalogue.setOwn(model, { window: 9_000 });
  const described = catalogue.describe(model);
  expect(described).toContainEqual({ name: 'window', value: 9_000, from: 'yours', date: '2026-11-22' });
  expect(described).toContainEqual({ name: 'refuses', value: ['top_p'], from: 'learned', date: '2026-11-22' });
  expect(described).toContainEqual({ name: 'maxOutput', value: 16_384, from: 'shipped', date: '2026-09-23' });
});

it('knows the models of a provider that answer in text', async () => {
  const catalogue = await open();
  const models = catalogue.modelsOf('openai');
  expect(models).toEqual(expect.arrayContaining(['gpt-6-sol', 'gpt-6.1-terra', 'gpt-4o']));
  expect(models.filter((name) => /embedding|whisper|image|^ft:/.test(name))).toEqual([]);
  expect(catalogue.modelsOf('constructor')).toEqual([]);
});
