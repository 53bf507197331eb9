import { describe, expect, it } from 'vitest';
import type { CatalogueStore } from '@/providers/catalogue/catalogue-store';
import { createMemoryCatalogueStore } from '@/providers/catalogue/catalogue-store.testing';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import { run } from '../memory-io.testing';

const learned = async (): Promise<CatalogueStore> => {
  const store = createMemoryCatalogueStore();
  const catalogue = await createCatalogue({ store, now: () => Date.parse('2026-11-20') });
  const model = { provider: 'openai', model: 'gpt-9' };
  await catalogue.learn({ model, parameter: 'temperature', instead: 'left out', said: 'Unsupported\nparameter.' });
  return store;
};
const answering =
  (answers: Readonly<Record<string, unknown>>): typeof fetch =>
  async (input) => {
    const { host } = new URL(String(input));
    return new Response(JSON.stringify(answers[host] ?? {}), { status: host in answers ? 200 : 404 });
  };
const columns = (out: string, model: string) =>
  out
    .split('\n')
    .find((line) => line.startsWith(`${model} `))
    ?.split(/ {2,}/);

describe('heddle models', () => {
  it('lists what is known of models, without asking anybody', async () => {
    const { code, out, err } = await run('models');
    expect(code).toBe(0);
    const row = [
      'openai:gpt-5',
      '1.25',
      '10',
      '400k',
      '128k',
      'image pdf',
      'minimal – high',
      '2026-12-11, then gpt-6.1-sol',
    ];
    expect(columns(out, 'openai:gpt-5')).toEqual(row);
    expect(columns(out, 'sim:fast')?.slice(0, 4)).toEqual(['sim:fast', '0', '0', '32.8k']);
    expect(err).toContain('as of 2026-09-23');
  });

  it('asks a provider that is named which of them it serves', async () => {
    const fetch = answering({ 'api.openai.com': { data: [{ id: 'gpt-5' }, { id: 'gpt-brand-new' }] } });
    const { code, out } = await run('models openai', { env: { OPENAI_API_KEY: 'sk-1' }, fetch });
    expect(code).toBe(0);
    expect(columns(out, 'openai:gpt-5')?.at(-1)).toBe('yes');
    expect(columns(out, 'openai:gpt-brand-new')?.at(-1)).toBe('yes');
    expect(columns(out, 'openai:gpt-4o')?.at(-1)).toBe('no');
    expect(out).not.toContain('anthropic:');
  });

  it('lists what is known where the provider cannot be asked, and says why', async () => {
    const keyless = await run('models openai');
    expect(keyless).toMatchObject({ code: 0, err: expect.stringContaining('OPENAI_API_KEY') });
    expect(keyless.out).toContain('openai:gpt-5');
    const broken = await run('models openai', { env: { OPENAI_API_KEY: 'sk-1' }, fetch: answering({}) });
    expect(broken).toMatchObject({ code: 1, err: expect.stringContaining('404') });
    expect(broken.out).toContain('openai:gpt-5');
  });

  it('asks a provider of your own', async () => {
    const env = { LAB_BASE_URL: 'http://lab.test/v1', LAB_CONTEXT_WINDOW: '8192' };
    const fetch = answering({ 'lab.test': { data: [{ id: 'mine' }] } });
    expect(columns((await run('models lab', { env, fetch })).out, 'lab:mine')).toEqual(['lab:mine', '8.2k', 'yes']);
    expect(await run('models nowhere')).toMatchObject({ code: 2, err: expect.stringContaining('NOWHERE_BASE_URL') });
  });

  it('gives the same to programs', async () => {
    const { out } = await run('models --json');
    const { models, prices_as_of } = JSON.parse(out);
    expect(prices_as_of).toBe('2026-09-23');
    expect(models.find(({ model }: { model: string }) => model === 'claude-opus-5-5')).toMatchObject({
      provider: 'anthropic',
      price: { inputPerMillion: 4, cacheReadPerMillion: 0.2 },
      window: 1_000_000,
      max_output: 128_000,
      takes: ['image', 'pdf'],
      default_effort: 'medium',
      refuses: ['temperature', 'top_p', 'top_k'],
      ends_on: null,
      served: null,
    });
  });

  it('fetches the newest prices when it is told to, and goes back', async () => {
    const catalogue = createMemoryCatalogueStore();
    const list = [
      {
        id: 'openai',
        models: [{ id: 'gpt-10', match: { equals: 'gpt-10' }, prices: { input_mtok: 7, output_mtok: 8 } }],
      },
    ];
    const fetch = answering({ 'raw.githubusercontent.com': list });
    const fresh = await run('models --refresh', { catalogue, fetch, today: '2026-11-22' });
    expect(columns(fresh.out, 'openai:gpt-10')?.slice(1, 3)).toEqual(['7', '8']);
    expect(fresh.err).toContain('as of 2026-11-22');
    expect((await run('models', { catalogue })).out).toContain('openai:gpt-10');
    expect((await run('models --shipped', { catalogue })).out).not.toContain('openai:gpt-10');
    const failed = await run('models --refresh', { fetch: answering({}) });
    expect(failed).toMatchObject({ code: 2, out: '', err: expect.stringContaining('was not fetched') });
  });

  it('tells what refusals taught, and undoes it', async () => {
    const catalogue = await learned();
    const { out } = await run('models', { catalogue });
    expect(columns(out, 'openai:gpt-9')).toEqual([
      'openai:gpt-9',
      'temperature',
      'left out',
      '2026-11-20',
      'https://api.openai.com/v1',
      'Unsupported parameter.',
    ]);
    expect(await run('models --forget openai:gpt-9', { catalogue })).toMatchObject({ code: 0 });
    expect((await run('models', { catalogue })).out).not.toContain('gpt-9');
    expect(await run('models --forget openai:gpt-9', { catalogue })).toMatchObject({ code: 2 });
  });
});
