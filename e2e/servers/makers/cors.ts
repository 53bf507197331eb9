import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Maker } from './rule';

/** Headers that pages of other sites may read. Which ones the providers expose could not be verified. */
const exposed = [
  'retry-after',
  'request-id',
  'x-request-id',
  ...['limit', 'remaining', 'reset'].flatMap((what) => [
    `x-ratelimit-${what}-requests`,
    `x-ratelimit-${what}-tokens`,
    `anthropic-ratelimit-requests-${what}`,
    `anthropic-ratelimit-tokens-${what}`,
  ]),
].join(', ');

/** Anthropic admits pages only if they confirm that they know the risk (platform.claude.com, CORS). */
const direct = 'anthropic-dangerous-direct-browser-access';

/** Admits requests of pages of other sites, as the provider does. */
export function allow(maker: Maker | undefined, request: IncomingMessage, response: ServerResponse): void {
  const wanted = request.headers['access-control-request-headers'] ?? '';
  const knows = wanted.toLowerCase().includes(direct) || request.headers[direct] === 'true';
  if (maker === 'anthropic' && !knows) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  response.setHeader('access-control-allow-headers', wanted === '' ? '*' : wanted);
  response.setHeader('access-control-allow-private-network', 'true');
  response.setHeader('access-control-expose-headers', exposed);
}
