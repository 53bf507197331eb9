import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '@/base/errors';
import type { ModelClient } from '@/engine/ports/model-client';
import { createMemoryCatalogueStore } from '@/providers/catalogue/catalogue-store.testing';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import type { ProviderConfig } from '@/providers/provider-config';
import { createConnections } from './connections';

const at = Date.parse('2026-11-22T10:00:00Z');
const reef: ProviderConfig = {
  id: 'reef',
  label: 'Reef',
  protocol: 'compatible',
  baseUrl: 'http://reef.test/v1',
  needsKey: false,
  headers: { 'x-pass': 'for {{secrets.PASS}}' },
};
const cave: ProviderConfig = { ...reef, id: 'cave', label: 'Cave', needsKey: true };
const coral = { provider: 'reef', model: 'coral' };

let requests: Request[];
let keys: Map<string, string>;
let respond: () => Response | Promise<Response>;
let generate: ModelClient['generate'];

beforeEach(() => {
  requests = [];
  keys = new Map();
  respond = () => Response.json({ data: [{ id: 'coral' }, { id: 'anemone' }] });
  generate = async () => ({ content: 'ok', finishReason: 'stop', inputTokens: 4, outputTokens: 1, cachedTokens: 0 });
});
afterEach(() => vi.restoreAllMocks());

function open() {
  const store = createMemoryCatalogueStore();
  return createConnections({
    providers: () => [reef, cave],
    keyOf: (id) => keys.get(id),
    keyStatus: async () => ({ reef: 'not_needed', cave: keys.has('cave') ? 'in_memory' : 'missing' }),
    secretOf: (name) => (name === 'PASS' ? 'swordfish' : undefined),
    models: { generate: (...given) => generate(...given), keyState: () => 'ready', whenReady: async () => undefined },
    catalogue: () => createCatalogue({ store, now: () => at, windows: () => [] }),
    now: () => at,
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return respond();
    },
  });
}

const failureOf = (made: Promise<unknown>): Promise<AppError> =>
  made.then(
    () => Promise.reject(new Error('It should have failed.')),
    (error: AppError) => error,
  );

describe('the list of a provider', () => {
  it('is asked for with its headers, the secrets in them, and remembered', async () => {
    const { api } = open();
    const { models } = await api.served('reef');
    expect(models.map(({ name }) => name)).toEqual(['anemone', 'coral']);
    expect(requests.map(({ url }) => url)).toEqual(['http://reef.test/v1/models']);
    expect(requests[0]?.headers.get('x-pass')).toBe('for swordfish');
    expect(await api.connections()).toMatchObject({ reef: { list: { at: '2026-11-22T10:00:00.000Z' }, tests: {} } });
  });

  it('is not asked for without the key that it needs, nor of a provider that is not there', async () => {
    const { api } = open();
    expect(await failureOf(api.served('cave'))).toMatchObject({ code: 'KEY_NEEDED', message: 'Cave needs a key.' });
    expect(await failureOf(api.served('deep'))).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(requests).toHaveLength(0);
    keys.set('cave', 'k-1');
    await api.served('cave');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer k-1');
  });

  it('that was refused is remembered as such until one comes', async () => {
    const { api } = open();
    respond = () => Response.json({ error: { message: 'Bad key.' } }, { status: 401 });
    await failureOf(api.served('reef'));
    expect((await api.connections())['reef']?.failed?.failure.details).toMatchObject({ kind: 'auth' });
    respond = () => Response.json({ data: [] });
    await api.served('reef');
    expect((await api.connections())['reef']).toMatchObject({ failed: undefined, list: { models: [] } });
  });

  it('that does not come in time is told as late', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    respond = () => Promise.reject(new DOMException('Aborted', 'AbortError'));
    expect(await failureOf(open().api.served('reef'))).toMatchObject({
      message: 'Reef did not answer within 30 seconds.',
    });
  });
});

describe('a test', () => {
  it('is remembered by its model, beside those of others', async () => {
    const { api } = open();
    await api.test(coral);
    await api.test({ provider: 'reef', model: 'kelp' });
    const { tests, failed } = (await api.connections())['reef'] ?? {};
    expect(Object.entries(tests ?? {}).map(([name, { list }]) => [name, list.isListed])).toEqual([
      ['coral', true],
      ['kelp', false],
    ]);
    expect(failed).toBeUndefined();
  });

  it('keeps the newest fifty', async () => {
    const { api } = open();
    for (let n = 0; n <= 50; n++) await api.test({ provider: 'reef', model: `coral-${n}` });
    const names = Object.keys((await api.connections())['reef']?.tests ?? {});
    expect([names.length, names[0], names.at(-1)]).toEqual([50, 'coral-1', 'coral-50']);
  });

  it('of a model that answers says more than a server without a list', async () => {
    const { api } = open();
    respond = () => new Response('', { status: 404 });
    await api.test(coral);
    expect((await api.connections())['reef']?.failed).toBeUndefined();
    generate = () => Promise.reject(new Error('Gone.'));
    await api.test(coral);
    expect((await api.connections())['reef']?.failed?.at).toBe('2026-11-22T10:00:00.000Z');
  });
});

it('with another key or address only the list is left, as outdated', async () => {
  const { api, changed } = open();
  await api.test(coral);
  changed('reef');
  expect(await api.connections()).toMatchObject({ reef: { isOutdated: true, tests: {}, list: { isCut: false } } });
  await api.served('reef');
  expect((await api.connections())['reef']?.isOutdated).toBe(false);
  changed('cave');
  expect(await api.connections()).not.toHaveProperty('cave');
});

it('offers what is known and what was listed, the providers that can be called first', async () => {
  const { api } = open();
  expect(await api.offers()).toEqual([]);
  keys.set('cave', 'k-1');
  await api.served('cave');
  keys.delete('cave');
  await api.served('reef');
  const offers = await api.offers();
  expect(offers.map(({ name, key }) => [name, key])).toEqual([
    ['reef:anemone', 'not_needed'],
    ['reef:coral', 'not_needed'],
    ['cave:anemone', 'missing'],
    ['cave:coral', 'missing'],
  ]);
  expect(offers[0]?.label).toBe('Reef');
});
