import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { McpServer } from '@modelcontextprotocol/server';

/** A request as one of the servers saw it. `form`: the posted form. */
interface Asked {
  readonly at: 'issuer' | 'tools';
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: URLSearchParams;
}

/** What a test changes from the correct behaviour. */
interface Twists {
  /** Changes to the metadata of the tool server, and of the authorization server. */
  resource: Readonly<Record<string, unknown>>;
  issuer: Readonly<Record<string, unknown>>;
  /** Changes to the query of the redirect; undefined removes a member. */
  answer: Readonly<Record<string, string | undefined>>;
  /** Declared lifetime of tokens, in seconds. */
  expiresIn: number;
  /** The scope required for the tool `dredge`. */
  dredgeScope: string | undefined;
  /** Where the tool server redirects every request. */
  movedTo: string | undefined;
  /** Whether its metadata never ends. */
  isEndless: boolean;
  /** Whether tokens are issued to the client of another registration. */
  isForOther: boolean;
  /** Whether a client must be registered by hand. */
  isClosed: boolean;
}

/** An MCP server behind an authorization server, each on an origin of its own. */
export interface OAuthServer {
  /** Of the MCP endpoint. */
  readonly url: string;
  readonly issuer: string;
  readonly asked: readonly Asked[];
  readonly twists: Twists;
  /** All tokens, codes and verifiers that were issued or received, in order. */
  readonly secrets: readonly string[];
  /** Clients that were registered. */
  readonly clients: ReadonlyMap<string, readonly string[]>;
  /** Makes all access tokens expire. */
  expire(): void;
  /** Revokes everything that was issued. */
  revoke(): void;
  close(): Promise<void>;
}

interface Code {
  readonly client: string;
  readonly redirect: string;
  readonly challenge: string;
  readonly resource: string;
  readonly scope: string;
}

/** Starts both on free ports of this machine. Pages of other sites may use them. */
export async function startOAuthServer(): Promise<OAuthServer> {
  const asked: Asked[] = [];
  const secrets: string[] = [];
  const clients = new Map<string, readonly string[]>();
  const codes = new Map<string, Code>();
  const access = new Map<string, { readonly resource: string; readonly scope: string }>();
  const refresh = new Map<string, Code>();
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const twists: Twists = {
    ...{ resource: {}, issuer: {}, answer: {}, expiresIn: 3600, dredgeScope: undefined, movedTo: undefined },
    ...{ isEndless: false, isForOther: false, isClosed: false },
  };
  const given = (kind: string): string => {
    const secret = `${kind}-${randomBytes(16).toString('hex')}`;
    secrets.push(secret);
    return secret;
  };

  const issuer = await listen((request, response, body) => answerIssuer(request, response, body));
  const tools = await listen((request, response, body) => answerTools(request, response, body));
  const endpoint = `${tools.url}/mcp`;

  async function answerIssuer(request: IncomingMessage, response: ServerResponse, body: string) {
    const url = new URL(request.url ?? '', issuer.url);
    const form = new URLSearchParams(body);
    note('issuer', request, form);
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
        if (twists.isEndless) return pour(response);
        return json(response, 200, {
          issuer: issuer.url,
          authorization_endpoint: `${issuer.url}/authorize`,
          token_endpoint: `${issuer.url}/token`,
          ...(twists.isClosed ? {} : { registration_endpoint: `${issuer.url}/register` }),
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
          authorization_response_iss_parameter_supported: true,
          ...twists.issuer,
        });
      case '/register': {
        const { redirect_uris: uris, application_type: type } = JSON.parse(body);
        if (type !== 'native') return json(response, 400, { error: 'invalid_client_metadata' });
        const id = `client-${clients.size + 1}`;
        clients.set(id, uris);
        return json(response, 201, { client_id: id, redirect_uris: uris, token_endpoint_auth_method: 'none' });
      }
      case '/authorize':
        return authorize(url.searchParams, response);
      case '/token':
        return giveToken(form, response);
      default:
        return response.writeHead(404).end();
    }
  }

  /** A page on which the person consents, or refuses. */
  function authorize(query: URLSearchParams, response: ServerResponse) {
    const of = (name: string) => query.get(name) ?? '';
    const redirect = of('redirect_uri');
    const isKnown = clients.get(of('client_id'))?.includes(redirect) ?? of('client_id') === 'by-hand';
    const isRight =
      isKnown &&
      of('response_type') === 'code' &&
      of('code_challenge_method') === 'S256' &&
      of('resource') === endpoint;
    response.setHeader('content-type', 'text/html');
    if (!isRight) return response.writeHead(400).end('<p>This request is not allowed.</p>');
    const code = given('code');
    codes.set(code, {
      client: twists.isForOther ? 'another-client' : of('client_id'),
      redirect,
      ...{ challenge: of('code_challenge'), resource: of('resource'), scope: of('scope') },
    });
    const back = (answer: Readonly<Record<string, string | undefined>>) => {
      const all = { state: of('state'), iss: issuer.url, ...answer, ...twists.answer };
      const members = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
      return `${redirect}?${new URLSearchParams(members)}`.replaceAll('&', '&amp;');
    };
    return response.end(`<!doctype html><title>Harbour sign-in</title><h1>Harbour</h1><p id="scope">${of('scope')}</p>
<a href="${back({ code })}">Allow</a> <a href="${back({ error: 'access_denied' })}">Refuse</a>`);
  }

  function giveToken(form: URLSearchParams, response: ServerResponse) {
    const of = (name: string) => form.get(name) ?? '';
    const refuse = (error: string) => json(response, 400, { error, error_description: `No: ${form}` });
    secrets.push(...[of('code_verifier')].filter((text) => text !== ''));
    const isFresh = of('grant_type') === 'authorization_code';
    const held = isFresh ? codes : refresh;
    const name = isFresh ? of('code') : of('refresh_token');
    const code = held.get(name);
    // Each is valid once.
    held.delete(name);
    if (code === undefined || code.client !== of('client_id')) return refuse('invalid_grant');
    if (of('resource') !== code.resource) return refuse('invalid_target');
    if (isFresh) {
      const challenge = createHash('sha256').update(of('code_verifier')).digest('base64url');
      if (challenge !== code.challenge || of('redirect_uri') !== code.redirect) return refuse('invalid_grant');
    }
    const [token, next] = [given('access'), given('refresh')];
    access.set(token, code);
    refresh.set(next, code);
    return json(response, 200, {
      ...{ access_token: token, token_type: 'Bearer', expires_in: twists.expiresIn, refresh_token: next },
      scope: code.scope,
    });
  }

  async function answerTools(request: IncomingMessage, response: ServerResponse, body: string) {
    note('tools', request, new URLSearchParams());
    const place = `${tools.url}/.well-known/oauth-protected-resource/mcp`;
    if (request.url === new URL(place).pathname) {
      const scopes = { scopes_supported: ['berths'] };
      return json(response, 200, {
        ...{ resource: endpoint, authorization_servers: [issuer.url], ...scopes },
        ...twists.resource,
      });
    }
    if (request.url !== '/mcp') return response.writeHead(404).end();
    if (twists.movedTo !== undefined) return response.writeHead(307, { location: twists.movedTo }).end();
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const allowed = access.get(token);
    const told = `Bearer resource_metadata="${place}"`;
    if (allowed?.resource !== endpoint) {
      return response.writeHead(401, { 'www-authenticate': `${told}, scope="berths"` }).end();
    }
    const { dredgeScope: wanted } = twists;
    if (wanted !== undefined && body.includes('"dredge"') && !allowed.scope.split(' ').includes(wanted)) {
      const error = `${told}, error="insufficient_scope", scope="${wanted}"`;
      return response.writeHead(403, { 'www-authenticate': error }).end();
    }
    const id = String(request.headers['mcp-session-id'] ?? '');
    return (sessions.get(id) ?? (await openSession(token))).handleRequest(request, response, parsed(body));
  }

  async function openSession(token: string): Promise<NodeStreamableHTTPServerTransport> {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => `session-${sessions.size + 1}`,
      onsessioninitialized: (name) => {
        sessions.set(name, transport);
      },
    });
    const mcp = new McpServer({ name: 'harbour', version: '1' });
    // A server may echo what it received.
    const said = (text: string) => ({ content: [{ type: 'text' as const, text: `${text} (${token})` }] });
    mcp.registerTool('berths', { description: 'Free berths.' }, () => said('Berth 7 is free'));
    mcp.registerTool('dredge', { description: 'Dredges a berth.' }, () => said('Dredged'));
    await mcp.connect(transport);
    return transport;
  }

  function note(at: Asked['at'], { method = '', url: path = '', headers }: IncomingMessage, form: URLSearchParams) {
    asked.push({ at, method, path, authorization: headers.authorization, form });
  }

  return {
    ...{ url: endpoint, issuer: issuer.url, asked, twists, secrets, clients },
    expire: () => access.clear(),
    revoke() {
      access.clear();
      refresh.clear();
    },
    close: async () => {
      await Promise.all([issuer.close(), tools.close()]);
    },
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

async function listen(answer: Answer): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
    response.setHeader('access-control-expose-headers', 'mcp-session-id, www-authenticate');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      try {
        await answer(request, response, Buffer.concat(chunks).toString());
      } catch {
        response.destroy();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function json(response: ServerResponse, status: number, value: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** An endless answer, as fast as it is read. */
function pour(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"issuer": "');
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}

function parsed(body: string): unknown {
  return body === '' ? undefined : JSON.parse(body);
}
