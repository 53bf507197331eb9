import { expect, it, vi } from 'vitest';
import { createOauthFetch } from './oauth-fetch';

const server = new URL('https://harbour.example/mcp');
const address = 'https://login.example/token';

it('sends no cookies and no referrer, and follows nothing', async () => {
  const fetcher = vi.fn<typeof fetch>(async () => new Response('{}', { status: 201, statusText: 'Made' }));
  const init = { method: 'POST', body: 'code=1', credentials: 'include', redirect: 'follow' } as const;
  const response = await createOauthFetch(fetcher, server)(address, init);
  expect([response.status, response.statusText, await response.text()]).toEqual([201, 'Made', '{}']);
  expect(fetcher.mock.calls).toEqual([
    [
      new URL(address),
      {
        method: 'POST',
        body: 'code=1',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'manual',
        signal: expect.any(AbortSignal),
      },
    ],
  ]);
});

it('asks no address that is not allowed', async () => {
  const fetcher = vi.fn<typeof fetch>();
  await expect(createOauthFetch(fetcher, server)('http://login.example/token')).rejects.toThrow('is not encrypted');
  expect(fetcher).not.toHaveBeenCalled();
});

it.each([301, 302, 303, 307, 308])('refuses an answer that sends it on: %i', async (status) => {
  const fetcher = async () => new Response('x', { status, headers: { location: 'https://evil.example/' } });
  await expect(createOauthFetch(fetcher, server)(address)).rejects.toThrow(
    'https://login.example redirects to https://evil.example',
  );
});

it('refuses an answer of which a page may not see that it sends it on', async () => {
  const fetcher = async () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
  await expect(createOauthFetch(fetcher, server)(address)).rejects.toThrow(
    'https://login.example redirects to another address',
  );
});

it.each([200, 204, 205, 400, 401, 500])('gives back any other answer: %i', async (status) => {
  const fetcher = async () => new Response(status === 204 || status === 205 ? null : 'x', { status });
  expect((await createOauthFetch(fetcher, server)(address)).status).toBe(status);
});

it('reads an answer up to a length', async () => {
  const answer = (length: number) => createOauthFetch(async () => new Response('x'.repeat(length)), server)(address);
  expect((await (await answer(2 ** 18)).text()).length).toBe(2 ** 18);
  await expect(answer(2 ** 18 + 1)).rejects.toThrow('is longer than 262144 bytes');
});

it('tells an answer that does not come, or stops, from one that cannot be had', async () => {
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const unreachable = createOauthFetch(() => Promise.reject(new TypeError('fetch failed')), server)(address);
  await expect(unreachable).rejects.toThrow(TypeError);
  expect(timeout).toHaveBeenCalledWith(30_000);
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
  await expect(createOauthFetch(async () => new Response(broken), server)(address)).rejects.toThrow(
    'does not answer, or stops',
  );
  late.abort();
  await expect(createOauthFetch(() => Promise.reject(new Error('aborted')), server)(address)).rejects.toThrow(
    'login.example does not answer, or stops',
  );
  timeout.mockRestore();
});
