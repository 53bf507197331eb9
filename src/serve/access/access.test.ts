import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findErrorStatus } from '../refused-request';
import { defaultServeLimits, type ServeLimits } from '../serve-limits';
import type { ServeOptions } from '../serve-options';
import { createAccess, type ServeEnv } from './access';
import { type AccessScope, type AccessToken, makeAccessToken } from './access-token';

const now = 1000;

interface Door extends Partial<Pick<ServeOptions, 'origins' | 'hostNames' | 'isOpen'>> {
  readonly tokens?: readonly AccessToken[];
  readonly limits?: Partial<ServeLimits>;
  readonly scope?: AccessScope;
}

/** A server that only lets in, and tells of each request who it was taken for, or the status of the refusal. */
function openDoor({ tokens, limits, scope = 'read', ...more }: Door) {
  const warnings: string[] = [];
  const note = () => undefined;
  const access = createAccess(
    {
      tokens: { all: async () => tokens, change: async () => undefined },
      origins: [],
      hostNames: undefined,
      isOpen: false,
      limits: { ...defaultServeLimits, ...limits },
      log: { info: note, warn: (_fields: object, message: string) => void warnings.push(message), error: note },
      ...more,
    },
    () => now,
  );
  const app = new Hono<ServeEnv>();
  app.use(access.hosts, access.origins);
  app.all('/', access.needs(scope), (c) => c.json([c.get('tokenId'), c.get('scopes')]));
  app.onError((error, c) => c.text(error.message, findErrorStatus(error)));
  const ask = (headers: Record<string, string>, from?: string, method = 'GET') => {
    const incoming = from === undefined ? {} : { incoming: { socket: { remoteAddress: from } } };
    return app.request('http://localhost/', { method, headers: { host: 'localhost:4400', ...headers } }, incoming);
  };
  const status = async (headers: Record<string, string>, from?: string) => (await ask(headers, from)).status;
  return { ask, status, warnings };
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const made = (scopes: readonly AccessScope[]) => makeAccessToken({ name: '', scopes, now: 0 });

describe('the host that a request names', () => {
  it.each([
    ['localhost:4400', 200],
    ['LOCALHOST', 200],
    ['[::1]:4400', 200],
    ['evil.example', 421],
    ['localhost.evil.example', 421],
    ['evil.example:4400', 421],
    // No name at all: neither of ours, nor one to compare.
    ['', 421],
    ['local host', 421],
    ['localhost:port', 421],
    ['%', 421],
  ])('"%s" is answered with %i', async (host, status) => {
    const door = openDoor({ isOpen: true, hostNames: ['localhost', '[::1]'] });
    expect(await door.status({ host })).toBe(status);
  });

  it('may be any where no names were given', async () => {
    const door = openDoor({ isOpen: true });
    expect([await door.status({ host: 'evil.example' }), await door.status({ host: 'local host' })]).toEqual([
      200, 200,
    ]);
  });
});

describe('the page that a request comes from', () => {
  const listed = 'https://flows.example.org';
  it.each([
    // No page, or one that the browser tells of without its origin.
    [undefined, undefined, 200],
    [undefined, 'none', 200],
    [undefined, 'same-origin', 200],
    [undefined, 'same-site', 403],
    [undefined, 'cross-site', 403],
    // The origin counts before the site.
    ['http://localhost:4400', 'same-origin', 200],
    ['http://localhost:4400', 'cross-site', 200],
    ['http://localhost:4401', 'same-site', 403],
    ['http://localhost', undefined, 403],
    ['https://evil.example', 'none', 403],
    ['https://flows.example.org.evil.example', undefined, 403],
    ['null', 'same-origin', 403],
    ['', undefined, 403],
    [listed, 'cross-site', 200],
  ])('origin %s with site %s is answered with %s', async (origin, site, status) => {
    const door = openDoor({ isOpen: true, origins: [listed] });
    const headers = {
      ...(origin === undefined ? {} : { origin }),
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
    };
    expect(await door.status(headers)).toBe(status);
  });

  it('is its own whatever the case of the host', async () => {
    const door = openDoor({ isOpen: true });
    expect(await door.status({ host: 'LocalHost:4400', origin: 'http://localhost:4400' })).toBe(200);
  });

  it('is told by CORS what it may, only if it is listed', async () => {
    const door = openDoor({ isOpen: true, origins: [listed] });
    const preflight = await door.ask({ origin: listed, 'access-control-request-method': 'POST' }, undefined, 'OPTIONS');
    const told = (name: string) => preflight.headers.get(`access-control-${name}`);
    expect([preflight.status, told('allow-origin'), told('allow-methods'), told('max-age')]).toEqual([
      204,
      listed,
      'GET,POST,DELETE',
      '600',
    ]);
    expect(told('allow-headers')?.split(',')).toEqual([
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'Last-Event-ID',
      'Mcp-Session-Id',
      'Mcp-Protocol-Version',
      'Mcp-Method',
      'Mcp-Name',
    ]);
    const answer = await door.ask({ origin: listed });
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'Location,Retry-After,Mcp-Session-Id,X-Request-Id',
    );
    const own = await door.ask({ origin: 'http://localhost:4400' });
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

describe('the token of a request', () => {
  const reader = made(['read']);
  const tokens = [reader.token];

  it('says who it is and what it may', async () => {
    const admin = made(['admin']);
    const door = openDoor({ tokens: [...tokens, admin.token], scope: 'run' });
    const answer = await door.ask(bearer(admin.secret));
    expect(await answer.json()).toEqual([admin.token.id, ['admin']]);
    expect(await door.status(bearer(reader.secret))).toBe(403);
  });

  it.each([
    ['a wrong one', { authorization: 'Bearer heddle_x' }, 'The token is not valid.'],
    ['none', {}, 'A token is needed.'],
    ['another scheme', { authorization: `Basic ${reader.secret}` }, 'A token is needed.'],
    ['something behind it', { authorization: `Bearer ${reader.secret} x` }, 'A token is needed.'],
    ['one without end', { authorization: `Bearer ${'x'.repeat(201)}` }, 'A token is needed.'],
  ])('%s is refused with what to send', async (_what, headers, message) => {
    const door = openDoor({ tokens });
    const answer = await door.ask(headers);
    expect([answer.status, await answer.text(), answer.headers.get('www-authenticate')]).toEqual([
      401,
      message,
      'Bearer',
    ]);
    expect(door.warnings).toHaveLength(message.includes('valid') ? 1 : 0);
  });

  it('is looked at when it comes: what expires now is refused', async () => {
    const ends = (expiresAt: number) => makeAccessToken({ name: '', scopes: ['read'], now: 0, expiresAt });
    const [past, valid] = [ends(now), ends(now + 1)];
    const door = openDoor({ tokens: [past.token, valid.token] });
    expect([await door.status(bearer(past.secret)), await door.status(bearer(valid.secret))]).toEqual([401, 200]);
  });

  it('is not needed while none was ever made, if the server is open; then it does not count either', async () => {
    expect(await (await openDoor({ isOpen: true }).ask(bearer('heddle_x'))).json()).toEqual(['', ['admin']]);
    expect(await openDoor({ isOpen: false }).status({})).toBe(401);
    // All that were made are gone: the server is not open again.
    expect(await openDoor({ isOpen: true, tokens: [] }).status({})).toBe(401);
  });
});

describe('requests of one minute', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }));
  afterEach(() => void vi.useRealTimers());

  const [one, other] = [made(['read']), made(['read'])];
  const tokens = [one.token, other.token];

  it('are counted for each token, wherever they come from', async () => {
    const door = openDoor({ tokens, limits: { requestsPerMinute: 2 } });
    const statuses = [];
    for (const from of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) statuses.push(await door.status(bearer(one.secret), from));
    expect(statuses).toEqual([200, 200, 429]);
    expect(await door.status(bearer(other.secret), '10.0.0.1')).toBe(200);
    vi.setSystemTime(20_500);
    const refused = await door.ask(bearer(one.secret));
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      429,
      '40',
      'Too many requests.',
    ]);
    vi.setSystemTime(60_001);
    expect(await door.status(bearer(one.secret))).toBe(200);
  });

  it('are counted for each address where nobody needs a token', async () => {
    const door = openDoor({ isOpen: true, limits: { requestsPerMinute: 1 } });
    const statuses = [];
    for (const from of ['10.0.0.1', '10.0.0.2', '10.0.0.1', undefined, undefined])
      statuses.push(await door.status({}, from));
    expect(statuses).toEqual([200, 200, 429, 200, 429]);
  });

  it('that guess a token are slowed down by their address; a valid one still gets in, and none is no guess', async () => {
    const door = openDoor({ tokens, limits: { wrongTokensPerMinute: 1 } });
    const guess = (from: string) => door.status(bearer('heddle_x'), from);
    expect([await guess('10.0.0.1'), await guess('10.0.0.1'), await guess('10.0.0.2')]).toEqual([401, 429, 401]);
    expect(await door.status(bearer(one.secret), '10.0.0.1')).toBe(200);
    expect([await door.status({}, '10.0.0.3'), await door.status({}, '10.0.0.3')]).toEqual([401, 401]);
    vi.setSystemTime(60_001);
    expect([await guess('10.0.0.1'), await guess('10.0.0.1')]).toEqual([401, 429]);
  });
});
