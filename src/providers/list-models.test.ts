import { describe, expect, it } from 'vitest';
import { builtInProviders } from './built-in-providers';
import { listLimits, listModels } from './list-models';
import type { ProviderConfig } from './provider-config';

const providerOf = (protocol: string): ProviderConfig =>
  ({ id: 'lab', label: 'Lab', protocol, baseUrl: 'http://lab.test/v1', needsKey: true }) as ProviderConfig;

interface Asked {
  readonly url: string;
  readonly headers: Headers;
}

/** Lists the models of a provider with these answers; also returns the requests. */
async function asking(protocol: string, answer: (url: URL) => unknown, init: ResponseInit = {}) {
  const asked: Asked[] = [];
  const get: typeof fetch = async (input, options) => {
    const url = String(input);
    asked.push({ url, headers: new Headers(options?.headers) });
    const body = answer(new URL(url));
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
  };
  const signal = new AbortController().signal;
  const found = await listModels({ provider: providerOf(protocol), key: 'sk-1', signal, fetch: get });
  return { ...found, asked };
}

describe('the models of a provider', () => {
  it('are asked for as OpenAI and its like have it', async () => {
    const { models, asked } = await asking('openai', () => ({
      data: [
        { id: 'b', created: 1_790_000_000, shutdown_date: '2026-12-11' },
        { id: 'a', owned_by: 'me', created: -1, shutdown_date: null },
      ],
    }));
    expect(models).toEqual([{ name: 'a' }, { name: 'b', releasedOn: '2026-09-21', endsOn: '2026-12-11' }]);
    expect(asked[0]?.url).toBe('http://lab.test/v1/models');
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer sk-1');
  });

  it('are asked for page by page as Anthropic has it', async () => {
    const { models, asked } = await asking('anthropic', ({ searchParams }) =>
      searchParams.has('after_id')
        ? { data: [{ id: 'claude-b', max_input_tokens: 0 }], has_more: false, last_id: 'claude-b' }
        : {
            data: [{ id: 'claude-a', max_input_tokens: 1_000_000, max_tokens: 128_000 }],
            has_more: true,
            last_id: 'claude a',
          },
    );
    expect(models).toEqual([{ name: 'claude-a', maxInput: 1_000_000, maxOutput: 128_000 }, { name: 'claude-b' }]);
    expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?limit=1000', '?limit=1000&after_id=claude%20a']);
    expect(asked[0]?.headers.get('x-api-key')).toBe('sk-1');
    expect(asked[0]?.headers.get('anthropic-version')).toBe('2023-06-01');
    expect(asked[0]?.headers.get('anthropic-dangerous-direct-browser-access')).toBe('true');
  });

  it('are asked for page by page as Google has it', async () => {
    const { models, asked } = await asking('google', ({ searchParams }) =>
      searchParams.has('pageToken')
        ? { models: [{ name: 'models/gemini-b' }] }
        : { models: [{ name: 'models/gemini-a', inputTokenLimit: 10, outputTokenLimit: 5 }], nextPageToken: 'p2' },
    );
    expect(models).toEqual([{ name: 'gemini-a', maxInput: 10, maxOutput: 5 }, { name: 'gemini-b' }]);
    expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?pageSize=1000', '?pageSize=1000&pageToken=p2']);
    expect(asked[0]?.headers.get('x-goog-api-key')).toBe('sk-1');
  });

  it('are asked for with the headers of the provider, whose secrets are in no message', async () => {
    const provider = providerOf('compatible');
    const signal = new AbortController().signal;
    const get: typeof fetch = async (_input, options) =>
      Response.json({ error: { message: `Wrong: ${new Headers(options?.headers).get('api-key')}` } }, { status: 400 });
    const failed = listModels({
      provider,
      key: undefined,
      headers: { 'api-key': 'very-secret-1' },
      signal,
      fetch: get,
    });
    const { message } = await failed.then(
      () => ({ message: '' }),
      (error: Error) => error,
    );
    expect(message).toContain('Wrong');
    expect(message).not.toContain('very-secret-1');
  });

  it('are known of the simulated provider, and nothing is asked', async () => {
    const provider = builtInProviders.find(({ id }) => id === 'sim');
    const never: typeof fetch = () => Promise.reject(new Error('asked'));
    if (provider === undefined) throw new Error('no sim');
    const { models } = await listModels({
      provider,
      key: undefined,
      signal: new AbortController().signal,
      fetch: never,
    });
    expect(models.map(({ name }) => name)).toEqual(['default', 'fast']);
  });

  it('are bounded, of more than a list may have as of pages without end', async () => {
    const many = Array.from({ length: listLimits.models + 1 }, (_, n) => ({ id: `m${n}` }));
    const { models, isCut } = await asking('openai', () => ({ data: many }));
    expect([models.length, isCut]).toEqual([listLimits.models, true]);
    const endless = await asking('google', () => ({ models: [{ name: 'models/a' }], nextPageToken: 'again' }));
    expect([endless.asked.length, endless.models.length, endless.isCut]).toEqual([listLimits.pages, 1, true]);
  });

  it('are taken without entries that cannot be read', async () => {
    const data = [null, 7, { id: 7 }, { id: '' }, { id: 'x'.repeat(201) }, { id: 'good' }, { id: 'good' }];
    expect((await asking('openai', () => ({ data }))).models).toEqual([{ name: 'good' }]);
  });

  it.each([
    ['is longer than any list', 'x'.repeat(listLimits.bytes + 1), {}, 'more than 8 MB'],
    ['is a web page', '<html>', {}, 'no list of models'],
    ['is another thing', { models: 'x' }, {}, 'no list of models'],
    ['refuses the key', { error: { message: 'Wrong key sk-1.' } }, { status: 401 }, 'refused the key'],
  ])('are not told where the answer %s', async (_why, body, init, said) => {
    const failed = await asking('openai', () => body, init).catch((error: Error) => error.message);
    expect(failed).toContain(said);
    expect(failed).not.toContain('sk-1');
  });
});
