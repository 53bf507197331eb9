import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAnswered, isServerThere } from './server-there';

const signal = new AbortController().signal;
const never: typeof fetch = () => Promise.reject(new Error('Nothing should be asked.'));
/** A request that is neither answered nor refused, until it is given up. */
const silent: typeof fetch = (_address, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('given up'))));
const failed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });

describe('where Node tells why a request got no answer', () => {
  it.each([
    ['ECONNREFUSED', false],
    ['ENOTFOUND', false],
    ['UND_ERR_CONNECT_TIMEOUT', false],
    ['ECONNRESET', true],
    ['UND_ERR_SOCKET', true],
  ])('nothing is asked: %s', async (code, isThere) => {
    expect(await isServerThere(failed(code), 'http://a.test', { fetch: never, signal })).toBe(isThere);
  });

  it('nothing is asked where several addresses were tried', async () => {
    const each = [failed('ECONNREFUSED'), failed('ECONNREFUSED')];
    const failure = new TypeError('fetch failed', { cause: new AggregateError(each, 'all failed') });
    expect(await isServerThere(failure, 'http://a.test', { fetch: never, signal })).toBe(false);
  });
});

describe('where an error tells nothing, as in a page', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const failure = new TypeError('Failed to fetch');

  it('the server is asked without permissions', async () => {
    const modes: unknown[] = [];
    const answered: typeof fetch = async (_address, init) => {
      modes.push(init?.mode);
      return new Response('x');
    };
    expect(await isServerThere(failure, 'http://a.test', { fetch: answered, signal })).toBe(true);
    expect(await isServerThere(failure, 'http://a.test', { fetch: never, signal })).toBe(false);
    expect(modes).toEqual(['no-cors']);
  });

  it('a server that never answers is not waited for', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    });
    const asked = isServerThere(failure, 'http://a.test', { fetch: silent, signal });
    const late = isAnswered((bounded) => silent('http://a.test', { signal: bounded }), signal);
    await vi.advanceTimersByTimeAsync(3000);
    expect([await asked, await late]).toEqual([false, 'late']);
    vi.restoreAllMocks();
  });
});
