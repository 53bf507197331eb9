import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { createMemoryCatalogueStore } from './catalogue-store.testing';
import { createCatalogue } from './create-catalogue';
import { priceDataLimits, readPriceData } from './price-data';

const now = Date.parse('2026-11-22T10:00:00Z');
const model = { provider: 'openai', model: 'gpt-7' };
const listed = (...models: readonly unknown[]) => [{ id: 'openai', extractors: [{}], models }];
const gpt7 = {
  id: 'gpt-7',
  description: 'A model.',
  match: { or: [{ equals: 'gpt-7' }, { regex: '^gpt-7-\\d+$' }] },
  context_window: 2_000_000,
  prices: { input_mtok: 3, output_mtok: { base: 9, tiers: [{ start: 1000, price: 18 }] } },
};
const answering = (body: unknown, init: ResponseInit = {}): typeof fetch => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return async () => new Response(text, init);
};
const open = (store = createMemoryCatalogueStore(), at = now) => createCatalogue({ store, now: () => at });

describe('a price list that is fetched', () => {
  it('holds over the one that came with Heddle, dated, with a way back', async () => {
    const store = createMemoryCatalogueStore();
    const catalogue = await open(store);
    await catalogue.refresh(answering(listed(gpt7)));
    expect(catalogue.factsOf(model)).toMatchObject({ window: 2_000_000, price: { inputPerMillion: 3 } });
    expect(catalogue.costOf({ ...model, model: 'gpt-7-5' }, { inputTokens: 1001, outputTokens: 1e6 })).toBeGreaterThan(
      18,
    );
    expect([catalogue.pricesAsOf, catalogue.refreshedOn]).toEqual(['2026-11-22', '2026-11-22']);
    expect(catalogue.describe(model)).toContainEqual(expect.objectContaining({ name: 'price', from: 'refreshed' }));
    // A model missing in the new list keeps its shipped price.
    expect(catalogue.factsOf({ ...model, model: 'gpt-4o' }).price?.inputPerMillion).toBe(2.5);

    const later = await open(store);
    expect(later.factsOf(model).window).toBe(2_000_000);
    await later.backToShipped();
    expect([later.factsOf(model).price, later.refreshedOn]).toEqual([undefined, undefined]);
    await catalogue.reload();
    expect(catalogue.factsOf(model).price).toBeUndefined();
  });

  it('is kept without what is not read of it', async () => {
    const store = createMemoryCatalogueStore();
    await (await open(store)).refresh(answering(listed(gpt7)));
    const kept = JSON.stringify(await store.get('prices'));
    expect(kept).toContain('gpt-7');
    expect(kept).not.toMatch(/description|extractors/);
  });

  it('takes the place of one that was fetched on the same day', async () => {
    const store = createMemoryCatalogueStore();
    const other = await open(store);
    await (await open(store)).refresh(answering(listed(gpt7)));
    await other.reload();
    await (await open(store, now + 1000)).refresh(answering(listed({ ...gpt7, context_window: 5 })));
    await other.reload();
    expect(other.factsOf(model).window).toBe(5);
  });

  it('leaves out entries that cannot be read', async () => {
    const catalogue = await open();
    const broken = [
      null,
      { id: 7 },
      { ...gpt7, id: 'a', match: { regex: '(' } },
      { ...gpt7, id: 'b', match: { or: [{ and: [{ or: [{ and: [{ or: [{ equals: 'gpt-7' }] }] }] }] }] } },
      { ...gpt7, id: 'c', prices: { input_mtok: -1, output_mtok: 1 }, match: { equals: 'gpt-8' } },
      { ...gpt7, id: 'd', prices: { input_mtok: '0', output_mtok: 1 }, match: { equals: 'gpt-9' } },
    ];
    await catalogue.refresh(answering([null, { id: 'x' }, ...listed(...broken, gpt7)]));
    expect(catalogue.factsOf(model).price?.inputPerMillion).toBe(3);
    expect(catalogue.factsOf({ ...model, model: 'gpt-8' }).price).toBeUndefined();
    expect(catalogue.factsOf({ ...model, model: 'gpt-9' }).price).toBeUndefined();
  });

  it('cannot have names matched in more than linear time', async () => {
    const catalogue = await open();
    await catalogue.refresh(answering(listed({ ...gpt7, match: { regex: '^(a+)+$' } })));
    // One that goes back to try other ways would never end.
    expect(catalogue.factsOf({ ...model, model: `${'a'.repeat(5_000)}!` }).window).not.toBe(2_000_000);
  });

  it.each([
    ['is too long', 'x'.repeat(priceDataLimits.bytes + 1), 'more than 8 MB'],
    ['is no JSON', '<html>', 'not JSON'],
    ['is another thing', { prices: [] }, 'not a price list'],
    ['is empty', [], 'no providers'],
    [
      'has too many providers',
      Array.from({ length: 501 }, (_, n) => ({ id: `p${n}`, models: [] })),
      'too many providers',
    ],
    ['has 100,000 models', listed(...Array.from({ length: 100_000 }, (_, n) => n)), 'more than 20000 models'],
  ])('is refused where it %s, and what was known holds', async (_why, body, said) => {
    const catalogue = await open();
    await catalogue.refresh(answering(listed(gpt7)));
    const refused = await catalogue.refresh(answering(body)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining(said) });
    expect(catalogue.factsOf(model).window).toBe(2_000_000);
  });

  it('is told where it cannot be fetched', async () => {
    const catalogue = await open();
    const unreachable = catalogue.refresh(() => Promise.reject(new TypeError('fetch failed')));
    await expect(unreachable).rejects.toMatchObject({ code: 'PROVIDER_ERROR', retryable: true });
    await expect(catalogue.refresh(answering('', { status: 404 }))).rejects.toThrow('status 404');
  });

  it('is left alone where it is stored and cannot be read', async () => {
    const catalogue = await open(
      createMemoryCatalogueStore({ prices: { version: 1, at: '2026-11-22T10:00:00Z', data: 'x' } }),
    );
    expect(catalogue.refreshedOn).toBeUndefined();
  });
});

it('reads the providers of a list only when they are asked for', () => {
  const data = readPriceData([{ id: 'a', models: [gpt7] }]);
  expect(data.modelsOf('a')).toBe(data.modelsOf('a'));
  expect(data.modelsOf('__proto__')).toEqual([]);
});
