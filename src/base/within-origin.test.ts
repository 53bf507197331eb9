import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOriginFetch } from './within-origin';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Sends a request to servers that answer with a redirect where the table has one, else with 200. */
async function sendOver(
  redirects: Readonly<Record<string, readonly [number, string]>>,
  url: string,
  init: RequestInit,
) {
  const sent: Sent[] = [];
  const send = createOriginFetch(
    async (input, { method = 'GET', body, headers, redirect } = {}) => {
      expect(redirect).toBe('manual');
      sent.push({ url: String(input), method, body, headers: new Headers(headers) });
      const [status, location] = redirects[String(input)] ?? [200, ''];
      return new Response(null, { status, headers: location === '' ? {} : { location } });
    },
    (message) => new Error(message),
  );
  const ended = await send(url, init).then(
    ({ status }) => String(status),
    (error: Error) => error.message,
  );
  return { ended, sent };
}

const post = { method: 'POST', body: 'a secret', headers: { 'content-type': 'text/plain', 'x-api-key': 'k' } } as const;

describe('a redirect', () => {
  it.each([
    ['https://a.example/', 'https://b.example/', 'https://b.example'],
    ['https://a.example/', '//b.example/x', 'https://b.example'],
    ['https://a.example/', 'https://a.example.b.example/', 'https://a.example.b.example'],
    ['https://a.example/', 'https://sub.a.example/', 'https://sub.a.example'],
    ['https://a.example/', 'https://a.example:444/', 'https://a.example:444'],
    ['https://a.example/', 'http://a.example/', 'http://a.example'],
    ['http://a.example/', 'https://a.example:8443/', 'https://a.example:8443'],
    ['https://a.example/', 'https://a.example@b.example/', 'https://b.example'],
    ['https://a.example/', 'https://u:p@a.example/', 'https://a.example'],
    ['https://a.example/', 'javascript:alert(1)', 'an address of javascript:'],
    ['https://a.example/', 'data:text/plain,x', 'an address of data:'],
    ['https://a.example/', 'https://', 'something that is not an address'],
  ])('from %s to %s is not followed, and the error names both', async (from, to, named) => {
    const { ended, sent } = await sendOver({ [from]: [307, to] }, from, post);
    expect(ended).toBe(`${new URL(from).origin} redirects to ${named}, which is not followed.`);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['https://a.example/x?y', '/z', 'https://a.example/z'],
    ['https://a.example/x/', 'z', 'https://a.example/x/z'],
    ['https://a.example/', 'https://A.example:443/z', 'https://a.example/z'],
    ['http://a.example/', 'https://a.example/z', 'https://a.example/z'],
    ['http://a.example:8080/', 'https://a.example:8080/z', 'https://a.example:8080/z'],
  ])('from %s to %s is followed', async (from, to, next) => {
    const { ended, sent } = await sendOver({ [from]: [308, to] }, from, post);
    expect([ended, sent.map(({ url }) => url)]).toEqual(['200', [from, next]]);
    expect(sent[1]).toMatchObject({ method: 'POST', body: 'a secret' });
    expect(sent[1]?.headers.get('x-api-key')).toBe('k');
  });

  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [302, 'PUT', 'PUT'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [307, 'POST', 'POST'],
    [308, 'DELETE', 'DELETE'],
  ])('with %i makes a %s a %s', async (status, method, next) => {
    const { sent } = await sendOver({ 'https://a.example/': [status, '/z'] }, 'https://a.example/', {
      ...post,
      method,
    });
    const isKept = next === method;
    expect(sent[1]).toMatchObject({ method: next, body: isKept ? 'a secret' : undefined });
    expect(sent[1]?.headers.get('content-type')).toBe(isKept ? 'text/plain' : null);
  });

  it.each([200, 300, 304, 399, 401])('is none with status %i', async (status) => {
    const { ended } = await sendOver(
      { 'https://a.example/': [status, 'https://b.example/'] },
      'https://a.example/',
      {},
    );
    expect(ended).toBe(String(status));
  });

  it('without an address is an answer; without end it is an error', async () => {
    const address = 'https://a.example/';
    expect((await sendOver({ [address]: [302, ''] }, address, {})).ended).toBe('302');
    const { ended, sent } = await sendOver({ [address]: [302, '/'] }, address, {});
    expect([ended, sent.length]).toEqual(['https://a.example redirects to itself without end.', 21]);
  });

  it('of a body that is sent only once is an error', async () => {
    const { ended, sent } = await sendOver({ 'https://a.example/': [307, '/z'] }, 'https://a.example/', {
      method: 'POST',
      body: new ReadableStream(),
    });
    expect([ended, sent.length]).toEqual([
      'https://a.example redirects to another address of its own (https://a.example).',
      1,
    ]);
  });

  it('that a page cannot see is not followed', async () => {
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const send = createOriginFetch(
      async () => hidden,
      (message, advice) => new Error(`${message} ${advice}`),
    );
    await expect(send('https://a.example/x')).rejects.toThrow(
      'https://a.example redirects to another address, which is not followed. A page cannot see where that is.',
    );
  });

  it('never takes a request to a server that it was not made for, wherever it leads', async () => {
    const hosts = [
      'a.example',
      'b.example',
      'a.example.b.example',
      'a.example:8080',
      'u@a.example',
      '[::1]',
      '1.2.3.4',
    ];
    const address = fc
      .tuple(
        fc.constantFrom('http://', 'https://', '//', '/\\', 'HTTPS:/', ''),
        fc.constantFrom(...hosts, ''),
        fc.webPath(),
      )
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(address, fc.string()), { maxLength: 4 }), async (locations) => {
        const sent: URL[] = [];
        const left = [...locations];
        const send = createOriginFetch(
          async (input) => {
            sent.push(new URL(String(input)));
            const location = left.shift()?.replace(/[^\x21-\x7e]/g, '');
            return new Response(null, location ? { status: 307, headers: { location } } : {});
          },
          (message) => new Error(message),
        );
        await send('http://a.example/').catch(() => undefined);
        for (const { origin, username } of sent) {
          expect(['http://a.example', 'https://a.example']).toContain(origin);
          expect(username).toBe('');
        }
      }),
    );
  });
});

describe('a probe that needs no permission', () => {
  it('is an ordinary request outside of a page, and follows nothing either', async () => {
    const { ended, sent } = await sendOver(
      { 'https://a.example/': [302, 'https://b.example/'] },
      'https://a.example/',
      {
        mode: 'no-cors',
      },
    );
    expect([ended, sent.length]).toEqual([
      'https://a.example redirects to https://b.example, which is not followed.',
      1,
    ]);
  });
});
