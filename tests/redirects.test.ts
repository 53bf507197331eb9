import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { AppError } from '@/base/errors';
import { fetchPrices } from '@/providers/catalogue/fetch-prices';
import { createModelClient } from '@/providers/create-model-client';
import { knownModels } from '@/providers/known-models.testing';
import { listModels } from '@/providers/list-models';
import { type Protocol, type ProviderConfig, protocolSchema } from '@/providers/provider-config';
import { createToolClient } from '@/tools/create-tool-client';
import { beginSignIn } from '@/tools/oauth/sign-in';
import { createServerClient } from '@/worker/servers/server-client';

/** A server that answers each request with a redirect to the other one, and the requests of both. */
let first: Server;
let other: Server;
let from = '';
let to = '';
let status = 307;
let leaked: string[] = [];

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  other = createServer((request, response) => {
    leaked.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  first = createServer((request, response) => {
    response.writeHead(status, { location: `${to}${request.url}` }).end();
  });
  for (const server of [first, other]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  from = addressOf(first);
  to = addressOf(other);
});
beforeEach(() => {
  leaked = [];
});
afterAll(() => {
  for (const server of [first, other]) server.close();
});

const { signal } = new AbortController();
const provider = (protocol: Protocol): ProviderConfig => ({
  ...{ id: 'lab', label: 'Lab', protocol, needsKey: true, baseUrl: `${from}/v1` },
  headers: { 'x-own': 'secret' },
});
const protocols = protocolSchema.exclude(['simulated']).options;
const tools = createToolClient();

/** Everything that asks servers, by name. */
const doors: Readonly<Record<string, () => Promise<unknown>>> = {
  ...Object.fromEntries(
    protocols.map((protocol) => [
      `a model over ${protocol}`,
      () =>
        createModelClient({
          providers: () => [provider(protocol)],
          keyOf: () => 'key',
          onKeyChange: () => () => undefined,
          catalogue: async () => knownModels(),
          streams: true,
        }).generate(
          {
            model: { provider: 'lab', model: 'm' },
            messages: [{ role: 'user', content: 'private' }],
            options: {},
            maxOutputTokens: 9,
            idempotencyKey: 'a',
          },
          { signal, onText: () => undefined },
        ),
    ]),
  ),
  ...Object.fromEntries(
    protocols.map((protocol) => [
      `the list of models over ${protocol}`,
      () => listModels({ provider: provider(protocol), key: 'key', signal, fetch }),
    ]),
  ),
  'the list of prices': () => fetchPrices(`${from}/prices.json`, fetch),
  'an http tool': () => tools.http({ method: 'GET', url: `${from}/x`, headers: { 'x-api-key': 'secret' } }, signal),
  'an http tool that posts': () =>
    tools.http({ method: 'POST', url: `${from}/x`, headers: {}, body: 'secret' }, signal),
  'the tools of an MCP server': () =>
    tools.mcpTools({ url: `${from}/mcp`, headers: { 'x-api-key': 'secret' } }, signal),
  'a tool of an MCP server': () => tools.mcpCall({ url: `${from}/mcp`, headers: {} }, 't', { q: 'secret' }, signal),
  'the sign-in at an MCP server': () =>
    beginSignIn({ server: new URL(`${from}/mcp`), redirect: new URL('https://page.example/') }, fetch),
  'a server of runs': () =>
    createServerClient({ name: 'lab', address: from, token: 'secret' }, fetch, 'https://page.example').json(
      '/runs',
      z.unknown(),
    ),
};

it.each(Object.keys(doors).flatMap((door) => [302, 307].map((code) => [door, code] as const)))(
  '%s sends nothing on to another origin that a %i names, and says where it leads',
  async (door, code) => {
    status = code;
    const error = await doors[door]?.().then(
      () => undefined,
      (thrown: AppError) => thrown,
    );
    expect(error?.message).toContain(`${from} redirects to ${to}, which is not followed.`);
    expect(error).toMatchObject({ name: 'AppError', retryable: false });
    expect(leaked).toEqual([]);
  },
);
