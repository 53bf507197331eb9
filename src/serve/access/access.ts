import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { createRequestRefusal } from '../refused-request';
import type { ServeOptions } from '../serve-options';
import { type AccessScope, type AccessToken, findToken, isAllowing } from './access-token';

/** What a request carries through the application. */
export interface ServeEnv {
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: { requestId: string; tokenId: string; scopes: readonly AccessScope[] };
}

type ServeContext = Context<ServeEnv>;

/** Every scope: of somebody at this machine, as long as no token was ever made. */
const everything: readonly AccessScope[] = ['admin'];

/**
 * Who may do what with a server. That hosts and origins are looked at is what the Model Context Protocol asks of
 * servers, against names that are pointed at this machine (transports, security):
 * https://modelcontextprotocol.io/specification. `Sec-Fetch-Site` is of https://www.w3.org/TR/fetch-metadata/.
 */
export interface Access {
  /** Refuses requests for another host, which a page gets here by a name that it points to this machine. */
  readonly hosts: MiddlewareHandler<ServeEnv>;
  /** Refuses requests of pages of other origins than those in the list, and answers those of the list with CORS. */
  readonly origins: MiddlewareHandler<ServeEnv>;
  /** Refuses requests without a token that has the scope. */
  needs(scope: AccessScope): MiddlewareHandler<ServeEnv>;
}

/** Makes the checks of a server. */
export function createAccess(
  {
    tokens,
    origins,
    hostNames,
    isOpen,
    limits,
    log,
  }: Pick<ServeOptions, 'tokens' | 'origins' | 'hostNames' | 'isOpen' | 'limits' | 'log'>,
  now: () => number,
): Access {
  const rate = new RateLimiterMemory({ points: limits.requestsPerMinute, duration: 60 });
  const wrong = new RateLimiterMemory({ points: limits.wrongTokensPerMinute, duration: 60 });
  const listed = new Set(origins);
  const withCors = cors({
    origin: (origin) => (listed.has(origin) ? origin : undefined),
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'Last-Event-ID',
      'Mcp-Session-Id',
      'Mcp-Protocol-Version',
      'Mcp-Method',
      'Mcp-Name',
    ],
    exposeHeaders: ['Location', 'Retry-After', 'Mcp-Session-Id', 'X-Request-Id'],
    maxAge: 600,
  });

  async function tokenFor(c: ServeContext): Promise<AccessToken | undefined> {
    const [, secret] = /^Bearer ([\w-]{1,200})$/i.exec(c.req.header('authorization') ?? '') ?? [];
    const all = await tokens.all();
    if (all === undefined && isOpen) return undefined;
    const token = secret === undefined ? undefined : findToken(all ?? [], secret, now());
    if (token !== undefined) return token;
    if (secret !== undefined) {
      log.warn({ request: c.get('requestId') }, 'A token was refused.');
      // A token that is valid gets in whatever others send from the same address, which may be that of a proxy.
      await checkLimiter(wrong, getAddress(c), c);
    }
    c.header('WWW-Authenticate', 'Bearer');
    throw createRequestRefusal(
      401,
      secret === undefined ? 'A token is needed.' : 'The token is not valid.',
      'Make one with heddle token make, and send it as Authorization: Bearer TOKEN.',
    );
  }

  return {
    hosts: async (c, next) => {
      const name = parseHostName(c.req.header('host') ?? '');
      if (hostNames !== undefined && (name === undefined || !hostNames.includes(name))) {
        throw createRequestRefusal(421, 'This server has another name.', 'Name it with heddle serve --allow-host.');
      }
      return next();
    },
    origins: async (c, next) => {
      const origin = c.req.header('origin');
      const site = c.req.header('sec-fetch-site');
      const isListed = origin !== undefined && listed.has(origin);
      const isForeign = origin === undefined ? site === 'cross-site' || site === 'same-site' : !isSameOrigin(origin, c);
      if (isForeign && !isListed) {
        throw createRequestRefusal(
          403,
          'Pages of this origin may not use the server.',
          'Allow it with heddle serve --allow-origin.',
        );
      }
      return isListed ? withCors(c, next) : next();
    },
    needs: (scope) => async (c, next) => {
      const token = await tokenFor(c);
      const scopes = token?.scopes ?? everything;
      await checkLimiter(rate, token?.id ?? getAddress(c), c);
      if (!isAllowing(scopes, scope)) throw createRequestRefusal(403, `The token has not the scope ${scope}.`);
      c.set('tokenId', token?.id ?? '');
      c.set('scopes', scopes);
      return next();
    },
  };
}

/** Refuses more than a limiter allows. */
async function checkLimiter(limiter: RateLimiterMemory, key: string, c: ServeContext): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    // One in memory fails for no other reason.
    const seconds = Math.ceil((error as RateLimiterRes).msBeforeNext / 1000);
    c.header('Retry-After', String(seconds));
    throw createRequestRefusal(429, 'Too many requests.', `Try again in ${seconds} s.`);
  }
}

/** Whether an origin is that of the request itself. `null` is none. */
function isSameOrigin(origin: string, c: ServeContext): boolean {
  try {
    return new URL(origin).host === (c.req.header('host') ?? '').toLowerCase();
  } catch {
    return false;
  }
}

/** The name in a Host header, without its port; undefined if it is none. */
function parseHostName(host: string): string | undefined {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}

function getAddress(c: ServeContext): string {
  return c.env?.incoming?.socket.remoteAddress ?? 'here';
}
