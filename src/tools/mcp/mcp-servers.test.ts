import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { McpServer as McpServerAddress } from '@/engine/ports/tool-client';
import { createToolClient } from '../create-tool-client';

interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly cursor?: string };
}

type Answer = (message: Message, response: ServerResponse) => unknown;

const { signal } = new AbortController();
const client = createToolClient();
/** Methods of the messages in order. */
let seen: string[] = [];
/** The server's answers by path: each test has its own. */
const answers = new Map<string, Answer>();
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const message = body === '' ? { method: request.method ?? '' } : (JSON.parse(body) as Message);
    seen.push(message.method);
    const answer = answers.get(request.url ?? '');
    if (answer === undefined) response.writeHead(404).end();
    else await answer(message, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

function json(response: ServerResponse, message: object): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', ...message }));
}

/** A server of the revisions before the newest, with the test's answers to tool calls and tool lists. */
function older(path: string, answer: Answer, list?: Answer): McpServerAddress {
  answers.set(path, (message, response) => {
    const { id, method } = message;
    if (method === 'tools/call') return answer(message, response);
    if (method === 'tools/list' && list !== undefined) return list(message, response);
    if (method === 'notifications/initialized') return response.writeHead(202).end();
    if (method !== 'initialize') return json(response, { id, error: { code: -32601, message: 'Method not found' } });
    const serverInfo = { name: 'older', version: '1' };
    return json(response, { id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } });
  });
  return { url: url + path, headers: {} };
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It should have failed.')),
    (error: { message: string; code: string; advice?: string }) => error,
  );

const events = (response: ServerResponse) => response.setHeader('content-type', 'text/event-stream');

describe('a server at which a person has to sign in', () => {
  const askAt = async (isOffered: boolean, answer: Answer) => {
    answers.set('/closed', answer);
    const signedOut = createToolClient({
      signIns: {
        tokenOf: async () => undefined,
        renewed: async () => undefined,
        asked: () => undefined,
        isOffered: async () => isOffered,
        whenSignedIn: async () => undefined,
        strike: (_server, said) => said,
      },
    });
    const error = await failure(signedOut.mcpCall({ url: `${url}/closed`, headers: {} }, 'do', {}, signal));
    await signedOut.close();
    return [error.code, error.message.replace(new URL(url).host, 'HOST')];
  };
  const wider = { 'www-authenticate': 'Bearer error="insufficient_scope"' };

  it('is told apart from one that only refuses', async () => {
    const refuse: Answer = (_, response) => response.writeHead(401).end();
    expect(await askAt(true, refuse)).toEqual(['KEY_NEEDED', 'HOST asks you to sign in.']);
    expect(await askAt(false, refuse)).toEqual(['TASK_FAILURE', expect.stringContaining('401')]);
    expect(await askAt(true, (_, response) => response.writeHead(403, wider).end())).toEqual([
      'KEY_NEEDED',
      'HOST asks for more than you allowed when you signed in.',
    ]);
    expect((await askAt(true, (_, response) => response.writeHead(403).end()))[0]).toBe('TASK_FAILURE');
  });
});

describe('an answer of a server that is none fails at once', () => {
  const done = { content: [{ type: 'text', text: 'done' }] };
  it.each<[string, string, Answer]>([
    ['as it is empty', 'empty answer', (_, response) => response.setHeader('content-type', 'application/json').end()],
    [
      'as it is no JSON',
      'not JSON',
      (_, response) => response.setHeader('content-type', 'application/json').end('<p>'),
    ],
    ['as it is for another', 'a different request', (_, response) => json(response, { id: 'other', result: done })],
    ['as it is accepted only', 'empty answer', (_, response) => response.writeHead(202).end()],
    ['as its stream ends empty', 'stopped in the middle', (_, response) => events(response).end()],
    ['as its stream is cut', 'stopped in the middle', (_, response) => cut(response)],
    ['as its stream has no JSON', 'not JSON', (_, response) => events(response).write('data: <p>\n\n')],
    [
      'as its stream is for another',
      'a different request',
      (_, response) => events(response).write(`data: {"jsonrpc":"2.0","id":"other","result":{}}\r\n\r\n`),
    ],
    ['as it never ends', 'longer than', (_, response) => flood(events(response), `data: ${'x'.repeat(2 ** 20)}\n`)],
    [
      'as it is too long',
      'longer than',
      (_, response) => flood(response.setHeader('content-type', 'application/json'), 'x'.repeat(2 ** 20)),
    ],
  ])('%s', async (name, words, answer) => {
    const error = await failure(client.mcpCall(older(`/${name}`.replaceAll(' ', '-'), answer), 'do', {}, signal));
    expect(error).toMatchObject({ code: 'TASK_FAILURE', message: expect.stringContaining(words) });
    expect(seen.filter((method) => method === 'tools/call')).toHaveLength(1);
  });

  function cut(response: ServerResponse): void {
    events(response).write('data: {"jsonrpc"');
    setImmediate(() => response.destroy());
  }

  function flood(response: ServerResponse, bytes: string): void {
    if (response.destroyed) return;
    response.write(bytes, () => setImmediate(() => flood(response, bytes)));
  }

  it('and one that breaks where it can be taken up again is', async () => {
    const path = '/resumed';
    const resumable = older(path, ({ id }, response) => {
      const asked = answers.get(path) as Answer;
      answers.set(path, (message, again) =>
        message.method === 'GET'
          ? events(again).end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: done })}\n\n`)
          : asked(message, again),
      );
      events(response).end('id: 1\nretry: 5\ndata:\n\n');
    });
    expect(await client.mcpCall(resumable, 'do', {}, signal)).toEqual({ text: 'done', isError: false });
  });
});

describe('a server that refuses', () => {
  it.each([
    [401, 'requires authentication (401)', 'give a token in the headers of the tool'],
    [403, 'does not allow this', 'may do'],
    [404, 'no server of MCP at this path', 'Check the address'],
    [429, 'asked too often', 'Wait a while'],
    [500, 'an internal error', 'Look at its log'],
    [503, 'overloaded or not running', 'Try it again later'],
  ])('with %i is told apart, with what to do', async (status, words, advice) => {
    const path = `/status-${status}`;
    answers.set(path, (_, response) => response.writeHead(status).end('Bearer hidden'));
    const error = await failure(client.mcpTools({ url: url + path, headers: {} }, signal));
    expect(error.message).toContain(words);
    expect(error.advice).toContain(advice);
    const inCall = older(`/call-${status}`, (_, response) => response.writeHead(status).end());
    expect((await failure(client.mcpCall(inCall, 'do', {}, signal))).message).toContain(words);
  });

  it('to open a session is asked again, and then by who wants it next', async () => {
    const sound = older('/starting', (message, response) =>
      json(response, { id: message.id, result: { content: [{ type: 'text', text: 'up' }] } }),
    );
    const up = answers.get('/starting') as Answer;
    let refusals = 2;
    answers.set('/starting', (message, response) =>
      refusals-- > 0 ? response.writeHead(503).end() : up(message, response),
    );
    expect(await client.mcpCall(sound, 'do', {}, signal)).toEqual({ text: 'up', isError: false });

    const own = createToolClient();
    answers.set('/starting', (_, response) => response.writeHead(401).end());
    expect((await failure(own.mcpCall(sound, 'do', {}, signal))).message).toContain('(401)');
    answers.set('/starting', up);
    expect(await own.mcpCall(sound, 'do', {}, signal)).toEqual({ text: 'up', isError: false });
    await own.close();
  });

  it.each([404, 400])('a session that it has forgotten, with %i, is given a new one', async (status) => {
    let forgotten = true;
    const forgets = older(`/forgets-${status}`, ({ id }, response) => {
      if (!forgotten) return json(response, { id, result: { content: [{ type: 'text', text: 'again' }] } });
      forgotten = false;
      return response.writeHead(status).end('Bad Request: No valid session ID provided');
    });
    expect(await client.mcpCall(forgets, 'do', {}, signal)).toEqual({ text: 'again', isError: false });
    expect(seen.filter((method) => method === 'initialize')).toHaveLength(2);
  });
});

describe('what a server says that is not wholly known', () => {
  const schema = { type: 'object', properties: {} };
  let nested: object = {};
  for (let level = 0; level < 100; level++) nested = { properties: nested };

  it('keeps what is sound of a list of tools', async () => {
    const tools = [
      { name: 'good', inputSchema: schema },
      { name: 'list', inputSchema: [] },
      { inputSchema: schema },
      { name: 'deep', inputSchema: nested },
      { name: 'long', inputSchema: { type: 'object', description: 'x'.repeat(70_000) } },
      null,
    ];
    const list = older(
      '/odd-tools',
      () => {},
      ({ id }, response) => json(response, { id, result: { tools } }),
    );
    const known = await client.mcpTools(list, signal);
    expect(known.tools).toEqual([{ name: 'good', description: '', parameters: schema }]);
    expect(known.problems).toEqual([
      'The tool list is left out: its parameters are not a schema.',
      'A tool without a name is left out.',
      expect.stringContaining('The tool deep is left out: its parameters are nested deeper'),
      expect.stringContaining('The tool long is left out: its parameters are longer'),
      'A tool without a name is left out.',
    ]);
  });

  it('keeps the first of several tools of one name, and tells of twenty problems and how many more', async () => {
    const pages = [
      { tools: [{ name: 'a', description: 'first', inputSchema: schema }, ...Array(12).fill(null)], nextCursor: '1' },
      { tools: [{ name: 'a', inputSchema: schema }, { name: 'b', inputSchema: schema }, ...Array(13).fill(null)] },
    ];
    const list = older(
      '/twice',
      () => {},
      ({ id, params }, response) => json(response, { id, result: pages[Number(params?.cursor ?? 0)] }),
    );
    const { tools, problems, hasResources } = await client.mcpTools(list, signal);
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ['a', 'first'],
      ['b', ''],
    ]);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('5 more tools are left out.');
    expect(hasResources).toBe(false);
  });

  it.each([
    [{ resources: {} }, [], true],
    [{ resources: {}, tools: {} }, ['a'], true],
    [{}, ['a'], false],
  ])('asks for its tools unless it says that it has others only: %j', async (capabilities, names, hasResources) => {
    const path = `/able-${Object.keys(capabilities).join('-')}`;
    const able = older(
      path,
      () => {},
      ({ id }, response) => json(response, { id, result: { tools: [{ name: 'a', inputSchema: schema }] } }),
    );
    const asked = answers.get(path) as Answer;
    answers.set(path, (message, response) => {
      if (message.method !== 'initialize') return asked(message, response);
      const serverInfo = { name: 'able', version: '1' };
      return json(response, { id: message.id, result: { protocolVersion: '2025-06-18', capabilities, serverInfo } });
    });
    const list = await client.mcpTools(able, signal);
    expect([list.tools.map(({ name }) => name), list.hasResources]).toEqual([names, hasResources]);
  });

  it('reads no endless list of tools, and says so', async () => {
    const list = older(
      '/endless',
      () => {},
      ({ id, params }, response) => {
        const page = Number(params?.cursor ?? 0);
        const tools = Array.from({ length: 90 }, (_, index) => ({
          name: `tool_${page}_${index}`,
          inputSchema: schema,
        }));
        json(response, { id, result: { tools, nextCursor: `${page + 1}` } });
      },
    );
    const { tools, problems } = await client.mcpTools(list, signal);
    expect(tools).toHaveLength(2000);
    expect(problems).toEqual(['Of its tools only the first 2000 are read.']);
  });

  it('takes an answer under its number, be that written as a text', async () => {
    const text = older('/text-ids', ({ id }, response) => json(response, { id: `${id}`, result: { content: [null] } }));
    expect((await client.mcpCall(text, 'do', {}, signal)).text).toBe(
      '[undefined: a kind of content that is not known here]',
    );
  });

  it('asks for a hundred pages of a list at most, also where there is nothing on them', async () => {
    const list = older(
      '/empty-pages',
      () => {},
      ({ id, params }, response) =>
        json(response, { id, result: { tools: [], nextCursor: `${Number(params?.cursor ?? 0) + 1}` } }),
    );
    const { tools, problems } = await client.mcpTools(list, signal);
    expect([tools, problems]).toEqual([[], ['Of its tools only the first 0 are read.']]);
    expect(seen.filter((method) => method === 'tools/list')).toHaveLength(100);
  });

  it('keeps what is known of an answer', async () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'hologram', data: 1 },
      null,
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'image', data: '***', mimeType: 'image/png; [x]\n' },
      { type: 'audio', data: 'AAAA' },
      { type: 'resource', resource: { uri: 'file:///a b.pdf?x', mimeType: 'application/pdf', blob: 'AAAA' } },
      { type: 'resource', resource: { uri: 'file:///c' } },
    ];
    const odd = older('/odd-content', ({ id }, response) => json(response, { id, result: { content } }));
    const { text, files } = await client.mcpCall(odd, 'do', {}, signal);
    expect(text.split('\n')).toEqual([
      'one',
      '[hologram: a kind of content that is not known here]',
      '[undefined: a kind of content that is not known here]',
      '[image: image/png, 3 B]',
      '[image: image/png, damaged: it is not base64]',
      '[file: of no known type, 3 B]',
      '[PDF: application/pdf, 3 B]',
      '[file: file:///c]',
    ]);
    const bytes = new Uint8Array(3);
    expect(files).toEqual([
      { name: 'image-1.png', bytes, mark: '[image: image/png, 3 B]' },
      { name: 'audio-2', bytes, mark: '[file: of no known type, 3 B]' },
      { name: 'a_b.pdf', bytes, mark: '[PDF: application/pdf, 3 B]' },
    ]);
  });
});

describe('a server of the newest revision', () => {
  it('is asked without a session, and cut off where it hangs', async () => {
    const handler = createMcpHandler(newest, { legacy: 'reject' });
    const serve = toNodeHandler(handler);
    const open = new Set<ServerResponse>();
    const listener = createServer((request, response) => {
      open.add(response);
      response.on('close', () => open.delete(response));
      // A request of a server always has a method.
      void serve(request as typeof request & { method: string; url: string }, response);
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const at = { url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`, headers: {} };
    const own = createToolClient();

    const { tools } = await own.mcpTools(at, signal);
    expect(tools.map(({ name }) => name)).toEqual(['greet', 'hang']);
    expect(await own.mcpCall(at, 'greet', { who: 'Ana', in: 'eu' }, signal)).toEqual({
      text: 'Hi Ana',
      isError: false,
    });
    const stop = new AbortController();
    const hangs = failure(own.mcpCall(at, 'hang', {}, stop.signal));
    await expect.poll(() => open.size).toBe(1);
    stop.abort();
    expect(await hangs).toMatchObject({ code: 'CANCELLED' });
    await expect.poll(() => open.size).toBe(0);
    await own.close();
    await handler.close();
    listener.closeAllConnections();
    listener.close();
  });

  function newest(): McpServer {
    const mcp = new McpServer({ name: 'newest', version: '1' });
    const inputSchema = z.object({ who: z.string(), in: z.string().meta({ 'x-mcp-header': 'Region' }).optional() });
    mcp.registerTool('greet', { inputSchema }, ({ who }) => ({ content: [{ type: 'text', text: `Hi ${who}` }] }));
    mcp.registerTool('hang', {}, () => new Promise<never>(() => {}));
    return mcp;
  }
});

describe('digits of whole numbers in an answer of data alone', () => {
  const text = '{"id":9007199254740993,"list":[-18446744073709551615,1.5],"text":"12345678901234567890"}';
  let taken: unknown;
  const message = (id: unknown) =>
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"structuredContent":${text}}}`;
  it.each<[string, Answer]>([
    ['in one', ({ id }, response) => response.setHeader('content-type', 'application/json').end(message(id))],
    ['in a stream', ({ id }, response) => events(response).end(`data: ${message(id)}\n\n`)],
    [
      'in a stream that is taken up again',
      ({ id }, response) => {
        taken = id;
        events(response).end('id: 1\nretry: 5\ndata:\n\n');
      },
    ],
  ])('are kept %s', async (name, answer) => {
    const path = `/digits-${name}`.replaceAll(' ', '-');
    const asked = older(path, answer);
    const first = answers.get(path) as Answer;
    answers.set(path, (said, response) =>
      said.method === 'GET' ? events(response).end(`data: ${message(taken)}\n\n`) : first(said, response),
    );
    expect(await client.mcpCall(asked, 'do', {}, signal)).toEqual({ text, isError: false });
  });
});
