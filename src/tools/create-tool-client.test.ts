import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolClient } from './create-tool-client';
import { maxHttpAnswerBytes } from './http';

const signal = new AbortController().signal;
const client = createToolClient();
/** The requests in order. */
const seen: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
/** Answers with open connections. */
const answering = new Set<ServerResponse>();
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const path = request.url ?? '';
    answering.add(response);
    response.on('close', () => answering.delete(response));
    seen.push({ method: request.method ?? '', url: path, headers: request.headers, body });
    if (path.startsWith('/mcp')) return serveMcp(request, response, body);
    if (path === '/long') return response.end('x'.repeat(maxHttpAnswerBytes + 5));
    if (path === '/long-signs') return response.end(`x${'é'.repeat(maxHttpAnswerBytes)}`);
    if (path === '/half-sign') return response.end(Buffer.from([0x61, 0xc3]));
    if (path === '/picture') return response.setHeader('content-type', 'image/png').end(Buffer.from([137, 0, 1]));
    if (path === '/album') return response.setHeader('content-type', 'image/png').end(Buffer.alloc(20_000_001));
    if (path.startsWith('/latin')) {
      return response
        .setHeader('content-type', `text/plain; charset=${decodeURIComponent(path.slice(7))}`)
        .end(Buffer.from('Grüße', 'latin1'));
    }
    if (path === '/never') return undefined;
    if (path.startsWith('/cut')) return response.destroy();
    response.statusCode = path === '/broken' ? 500 : 200;
    return response.end(`${request.method} ${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The reference server of the protocol, with a session for each client that opens one. */
let opens = 0;
const transports = new Map<string, NodeStreamableHTTPServerTransport>();
async function serveMcp(
  request: Parameters<NodeStreamableHTTPServerTransport['handleRequest']>[0],
  response: Parameters<NodeStreamableHTTPServerTransport['handleRequest']>[1],
  body: string,
) {
  if (request.url === '/mcp-shut') return response.writeHead(401).end(`Bad header ${request.headers.authorization}`);
  const id = String(request.headers['mcp-session-id'] ?? '');
  let transport = transports.get(id);
  if (transport === undefined) {
    const opened = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => `session-${++opens}`,
      onsessioninitialized: (name) => void transports.set(name, opened),
      onsessionclosed: (name) => void transports.delete(name),
    });
    await sampleServer().connect(opened);
    transport = opened;
  }
  return transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
}

function sampleServer(): McpServer {
  const mcp = new McpServer({ name: 'sample', version: '1' });
  let calls = 0;
  const shape = { inputSchema: z.object({ text: z.string() }), description: 'Counts its calls.' };
  mcp.registerTool('count', shape, ({ text }) => ({ content: [{ type: 'text', text: `${text} ${++calls}` }] }));
  mcp.registerTool('fail', {}, () => {
    throw new Error('It cannot.');
  });
  mcp.registerTool('wait', {}, () => new Promise<never>(() => {}));
  return mcp;
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It should have failed.')),
    (error: { code: string; message: string; details?: object }) => error,
  );

describe('an http tool', () => {
  const ask = (path: string, more: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
    client.http({ method: 'GET', headers: {}, ...more, url: path.startsWith('/') ? url + path : path }, signal);

  it('sends method, headers and body, and gives back status and text, errors of the server too', async () => {
    const reply = await ask('/things', { method: 'POST', body: '{"a":1}', headers: { 'x-key': 'k' } });
    expect(reply).toEqual({ status: 200, text: 'POST {"a":1}' });
    expect(seen.at(-1)?.headers['x-key']).toBe('k');
    expect(await ask('/broken')).toMatchObject({ status: 500 });
  });

  it('reads no more than a bound, and nothing that is no text', async () => {
    const { text } = await ask('/long');
    expect(text).toBe(`${'x'.repeat(maxHttpAnswerBytes)}\n[cut off after ${maxHttpAnswerBytes} bytes]`);
    // Half a character at the bound is left out; at the end of an answer it is shown.
    expect((await ask('/long-signs')).text).toBe(
      `x${'é'.repeat(maxHttpAnswerBytes / 2 - 1)}\n[cut off after ${maxHttpAnswerBytes} bytes]`,
    );
    expect((await ask('/half-sign')).text).toBe('a\ufffd');
    expect(await ask('/picture')).toEqual({
      status: 200,
      text: '[image: image/png, 3 B]',
      files: [{ name: 'picture.png', bytes: new Uint8Array([137, 0, 1]), mark: '[image: image/png, 3 B]' }],
    });
    expect((await ask('/album')).text).toBe('[image: image/png, larger than the 20 MB that are read]');
  });

  it('reads an answer in the encoding that it names, and UTF-8 where that is not known', async () => {
    expect(await ask('/latin/iso-8859-1')).toEqual({ status: 200, text: 'Grüße' });
    expect(await ask('/latin/%22Latin1%22')).toEqual({ status: 200, text: 'Grüße' });
    expect(await ask('/latin/no-such')).toEqual({ status: 200, text: 'Gr\ufffd\ufffde' });
  });

  it.each([
    ['not a URL', 'no URL at all'],
    ['not file', 'file:///etc/passwd'],
    ['holds a password', 'https://me:hidden@example.org/'],
  ])('refuses an address: %s', async (words, address) => {
    const error = await failure(ask(address));
    expect(error).toMatchObject({ code: 'TASK_FAILURE', message: expect.stringContaining(words) });
    expect(JSON.stringify(error)).not.toContain('hidden');
  });

  it('tells of a server that is not there or breaks off, without query and headers', async () => {
    const headers = { authorization: 'Bearer hidden' };
    const gone = await failure(ask('http://127.0.0.1:1/?key=hidden', { headers }));
    const cut = await failure(ask('/cut?key=hidden', { headers }));
    expect(gone.message).toBe('No answer from 127.0.0.1:1.');
    expect(cut).toMatchObject({ code: 'TASK_FAILURE', details: { reason: 'tool' } });
    expect(JSON.stringify([gone, cut, gone.message, cut.message])).not.toContain('hidden');
  });

  it('ends at once when it is cancelled', async () => {
    const controller = new AbortController();
    const work = failure(client.http({ method: 'GET', headers: {}, url: `${url}/never` }, controller.signal));
    setImmediate(() => controller.abort());
    expect(await work).toMatchObject({ code: 'CANCELLED' });
  });
});

describe('a server of MCP', () => {
  const at = (path: string) => ({ url: url + path, headers: { authorization: 'Bearer hidden-token' } });

  it('tells its tools, and is called in one session, with the headers that are given', async () => {
    const { tools, problems } = await client.mcpTools(at('/mcp'), signal);
    expect(problems).toEqual([]);
    expect(tools).toMatchObject([
      { name: 'count', description: 'Counts its calls.', parameters: { required: ['text'] } },
      { name: 'fail' },
      { name: 'wait' },
    ]);
    expect(await client.mcpCall(at('/mcp'), 'count', { text: 'a' }, signal)).toEqual({ text: 'a 1', isError: false });
    expect(await client.mcpCall(at('/mcp'), 'count', { text: 'b' }, signal)).toEqual({ text: 'b 2', isError: false });
    const asked = seen.filter((request) => request.url === '/mcp');
    expect(asked.every(({ headers }) => headers.authorization === 'Bearer hidden-token')).toBe(true);
    expect(asked.filter(({ method }) => method !== 'POST')).toEqual([]);
  });

  it('is sent whole numbers with all their digits', async () => {
    const args = { text: '653247040368672768', id: 653247040368672768n };
    await client.mcpCall(at('/mcp'), 'count', args, signal);
    const sent = seen.findLast(({ body }) => body.includes('tools/call'))?.body;
    expect(sent).toContain('"arguments":{"text":"653247040368672768","id":653247040368672768}');
  });

  it('says of a tool that fails, or gets arguments that it does not know, that it is an error', async () => {
    expect(await client.mcpCall(at('/mcp'), 'fail', {}, signal)).toMatchObject({ isError: true, text: 'It cannot.' });
    const wrong = await client.mcpCall(at('/mcp'), 'count', { text: 1 }, signal);
    expect(wrong).toMatchObject({ isError: true });
  });

  it('opens a new session, and calls anew, after the server has forgotten the old one', async () => {
    transports.clear();
    expect(await client.mcpCall(at('/mcp'), 'count', { text: 'a' }, signal)).toEqual({ text: 'a 1', isError: false });
  });

  it('holds no answer open that nobody waits for, and keeps the session, until that is closed', async () => {
    const own = createToolClient();
    expect(await own.mcpCall(at('/mcp'), 'count', { text: 'a' }, signal)).toEqual({ text: 'a 1', isError: false });
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map((one) => failure(own.mcpCall(at('/mcp'), 'wait', {}, one.signal)));
    await expect.poll(() => answering.size).toBe(2);
    controllers[0]?.abort();
    expect(await calls[0]).toMatchObject({ code: 'CANCELLED' });
    await expect.poll(() => answering.size).toBe(1);
    expect(await own.mcpCall(at('/mcp'), 'count', { text: 'b' }, signal)).toEqual({ text: 'b 2', isError: false });
    const before = seen.length;
    await own.close();
    await expect.poll(() => answering.size).toBe(0);
    expect(await calls[1]).toMatchObject({ code: 'TASK_FAILURE' });
    expect(seen.slice(before).map(({ method }) => method)).toContain('DELETE');
    // The next use opens a new session.
    expect(await own.mcpCall(at('/mcp'), 'count', { text: 'c' }, signal)).toEqual({ text: 'c 1', isError: false });
    await own.close();
  });

  it('has no session left of fifty clients, one after the other and at once', async () => {
    transports.clear();
    const use = async (text: string) => {
      const own = createToolClient();
      await own.mcpCall(at('/mcp'), 'count', { text }, signal);
      await own.close();
    };
    for (let n = 0; n < 25; n++) await use(`${n}`);
    await Promise.all(Array.from({ length: 25 }, (_, n) => use(`${n}`)));
    expect(transports.size).toBe(0);
    expect(opens).toBeGreaterThanOrEqual(50);
  });

  it('that never says who it is holds nothing open once that is closed', async () => {
    const own = createToolClient();
    const call = failure(own.mcpTools(at('/never'), signal));
    await expect.poll(() => answering.size).toBe(1);
    await own.close();
    await call;
    await expect.poll(() => answering.size).toBe(0);
  });

  it('keeps what was sent out of the errors, even where the server echoes it', async () => {
    const error = await failure(client.mcpTools(at('/mcp-shut'), signal));
    expect(error).toMatchObject({ code: 'TASK_FAILURE', details: { reason: 'tool' } });
    expect(error.message).toContain('requires authentication (401)');
    expect(error.message).not.toContain('hidden');
    expect((await failure(client.mcpTools({ url: 'http://127.0.0.1:1/mcp', headers: {} }, signal))).message).toBe(
      'No answer from 127.0.0.1:1.',
    );
  });
});
