import { describe, expect, it } from 'vitest';
import type { ServerSignIns } from './server-sign-ins';
import { createSignedFetch } from './signed-fetch';

const server = new URL('https://harbour.example/mcp');
const challenge = (status: number, more = '') =>
  new Response('refused', {
    status,
    headers: { 'www-authenticate': `Bearer scope="read"${more}, resource_metadata="https://harbour.example/about"` },
  });

/** A server that answers by a script, and the person's sign-ins. */
function world({ answers, token, renewed }: { answers: readonly Response[]; token?: string; renewed?: string }) {
  const left = [...answers];
  /** The address and the headers of each request. */
  const sent: [url: string, authorization: string | null, other: string | null][] = [];
  const asked: unknown[] = [];
  const fetcher: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    sent.push([String(input), headers.get('authorization'), headers.get('x-own')]);
    return left.shift() ?? new Response('more than expected', { status: 500 });
  };
  const signIns: ServerSignIns = {
    tokenOf: async () => token,
    renewed: async () => renewed,
    asked: (at, { ...said }, refused) => void asked.push([at.href, said, refused]),
    isOffered: async () => true,
    whenSignedIn: async () => undefined,
    strike: (_server, said) => said,
  };
  const ask = (input: string | URL = server) =>
    createSignedFetch(fetcher, server, signIns)(input, { headers: { 'x-own': '1' } }).then(({ status }) => status);
  return { ask, sent, asked };
}

const why = { metadata: 'https://harbour.example/about', scope: 'read' };

describe('a request to a server that a person is signed in at', () => {
  it('has the token, beside its own headers', async () => {
    const { ask, sent, asked } = world({ answers: [new Response()], token: 't' });
    expect(await ask()).toBe(200);
    expect(sent).toEqual([[server.href, 'Bearer t', '1']]);
    expect(asked).toEqual([]);
  });

  it.each([
    'https://harbour.example/mcp/',
    'https://harbour.example/mcp?more',
    'https://harbour.example/',
    'https://harbour.example/other',
    'https://harbour.example:8443/mcp',
    'http://harbour.example/mcp',
    'https://evil.example/mcp',
  ])('has no token for another address, be it at the same server: %s', async (address) => {
    const { ask, sent, asked } = world({ answers: [challenge(401)], token: 't' });
    expect(await ask(address)).toBe(401);
    expect(sent).toEqual([[address, null, '1']]);
    expect(asked).toEqual([]);
  });

  it('is sent once more with a new token where one was refused', async () => {
    const renews = world({ answers: [challenge(401), new Response()], token: 't', renewed: 'u' });
    expect(await renews.ask()).toBe(200);
    expect(renews.sent.map(([, token]) => token)).toEqual(['Bearer t', 'Bearer u']);
    expect(renews.asked).toEqual([]);
    const refused = world({ answers: [challenge(401), challenge(401), new Response()], token: 't', renewed: 'u' });
    expect(await refused.ask()).toBe(401);
    expect(refused.asked).toEqual([[server.href, why, 'u']]);
  });

  it('is told to the person where no new token can be had', async () => {
    const { ask, sent, asked } = world({ answers: [challenge(401), new Response()], token: 't' });
    expect(await ask()).toBe(401);
    expect(sent).toHaveLength(1);
    expect(asked).toEqual([[server.href, why, undefined]]);
  });

  it('is told to the person where none was signed in, and without a token', async () => {
    const { ask, sent, asked } = world({ answers: [challenge(401), new Response()], renewed: 'u' });
    expect(await ask()).toBe(401);
    expect(sent).toEqual([[server.href, null, '1']]);
    expect(asked).toEqual([[server.href, why, undefined]]);
  });

  it('is told to the person where it needs more than was allowed, and not for any other refusal', async () => {
    const wider = world({ answers: [challenge(403, ', error="insufficient_scope"')], token: 't', renewed: 'u' });
    expect(await wider.ask()).toBe(403);
    expect([wider.sent.length, wider.asked]).toEqual([1, [[server.href, why, 't']]]);
    for (const answer of [challenge(403), challenge(403, ', error="invalid_token"'), challenge(500), challenge(404)]) {
      const other = world({ answers: [answer], token: 't' });
      expect(await other.ask()).toBe(answer.status);
      expect(other.asked).toEqual([]);
    }
  });

  it('is told a list of scopes up to a length', async () => {
    const long = new Response('', {
      status: 401,
      headers: { 'www-authenticate': `Bearer scope="${'s'.repeat(3000)}"` },
    });
    const { ask, asked } = world({ answers: [long] });
    await ask();
    expect(asked).toEqual([[server.href, { metadata: undefined, scope: 's'.repeat(2000) }, undefined]]);
  });
});
