import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolClient } from '../create-tool-client';

interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly uri?: string; readonly cursor?: string };
}

const { signal } = new AbortController();
const client = createToolClient();
/** Answers of a server of an older revision, by path: a result, or undefined for an unknown method. */
const results = new Map<string, (message: Message) => object | undefined>();
let server: Server;
let url = '';
let asked = 0;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    // A request that ends a session has no body, and a notification has no id.
    const message = JSON.parse(body || '{}') as Message;
    if (message.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const path = request.url ?? '';
    const opened = { protocolVersion: '2025-06-18', serverInfo: { name: 'h', version: '1' } };
    const capabilities = { ...(path === '/read-only' ? {} : { tools: {} }), resources: {} };
    const isOpening = message.method === 'initialize';
    if (message.method.endsWith('/list')) asked += 1;
    const result = isOpening ? { ...opened, capabilities } : results.get(path)?.(message);
    const said = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...said }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

function serve(path: string, answers: Readonly<Record<string, (message: Message) => object>>) {
  results.set(path, (message) => answers[message.method]?.(message));
  return { url: url + path, headers: {} };
}

describe('resources of a server', () => {
  it('are listed page by page, what is malformed left out, and read as text', async () => {
    const at = serve('/read-only', {
      'resources/list': ({ params }) =>
        params?.cursor === undefined
          ? { resources: [{ uri: 'h://a', name: 'a', title: 'First', size: 3 }, 7, { name: 'none' }], nextCursor: '2' }
          : {
              resources: [
                { uri: 'h://b', name: 'b', description: 5, mimeType: 'image/png' },
                { uri: 'h://a', name: 'x' },
              ],
            },
      'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'h://{n}', name: 'any' }] }),
      'resources/read': ({ params }) => ({
        contents: [
          { uri: params?.uri, text: 'Low tide' },
          { uri: 'h://b', mimeType: 'image/png', blob: btoa('x'.repeat(12_288)) },
          'nonsense',
        ],
      }),
    });
    expect(await client.mcpTools(at, signal)).toEqual({ tools: [], problems: [], hasResources: true });
    expect(await client.mcpResources(at, signal)).toEqual({
      resources: [
        { uri: 'h://a', name: 'First', bytes: 3 },
        { uri: 'h://b', name: 'b', mimeType: 'image/png' },
      ],
      templates: [{ uri: 'h://{n}', name: 'any' }],
      problems: [],
    });
    expect(await client.mcpRead(at, 'h://a', signal)).toBe('Low tide\n[file: h://b image/png, 12 kB]\n');
  });

  it('end somewhere, where a server always has more of them', async () => {
    let n = 0;
    const page = () => Array.from({ length: 30 }, () => ({ uri: `h://${n++}`, name: 'more' }));
    const at = serve('/endless', {
      'resources/list': () => ({ resources: page(), nextCursor: `${n}` }),
      'resources/templates/list': () => ({ resourceTemplates: [], nextCursor: 'again' }),
    });
    asked = 0;
    const { resources, templates, problems } = await client.mcpResources(at, signal);
    expect([resources.length, templates.length]).toEqual([2000, 0]);
    expect(problems).toEqual([
      'Of its resources only the first 2000 are read.',
      'Of its templates only the first 0 are read.',
    ]);
    expect(asked).toBeLessThan(170);
  });

  it('are bounded in what is told of each, and of all', async () => {
    const long = 'x'.repeat(5000);
    const raw = [
      { uri: 'a'.repeat(2048), name: long, description: long, mimeType: long, size: 0 },
      { uri: 'a'.repeat(2049), name: 'too long' },
      { uri: '', name: 'none' },
      { uri: 'b'.repeat(300), size: -1 },
    ];
    const at = serve('/long', { 'resources/list': () => ({ resources: raw }) });
    expect((await client.mcpResources(at, signal)).resources).toEqual([
      {
        ...{ uri: 'a'.repeat(2048), name: 'x'.repeat(256), description: 'x'.repeat(1024), mimeType: 'x'.repeat(256) },
        bytes: 0,
      },
      { uri: 'b'.repeat(300), name: 'b'.repeat(256) },
    ]);

    const one = (n: number) => ({ uri: `${n}`.padStart(2000, '0'), name: 'n', description: 'd'.repeat(1000) });
    const heavy = serve('/heavy', {
      'resources/list': () => ({ resources: Array.from({ length: 1900 }, (_, n) => one(n)) }),
    });
    const { resources, problems } = await client.mcpResources(heavy, signal);
    const most = Math.floor(2 ** 22 / JSON.stringify(one(0)).length);
    expect(resources).toHaveLength(most);
    expect(problems).toEqual([`Of its resources only the first ${most} are read.`]);
  });

  it('are told of by what they are where they are no text', async () => {
    const at = serve('/blobs', {
      'resources/read': () => ({
        contents: [
          null,
          { uri: 'h://a', blob: '' },
          { uri: 'h://b', blob: 'QQ==' },
          { uri: 'h://c', blob: 'QUE=', mimeType: 'x/y' },
          { uri: 'h://d', text: '' },
        ],
      }),
    });
    expect((await client.mcpRead(at, 'h://a', signal)).split('\n')).toEqual([
      ...[
        '',
        '[file: h://a of no known type, 0 B]',
        '[file: h://b of no known type, 1 B]',
        '[file: h://c x/y, 2 B]',
        '',
      ],
    ]);
  });

  it('need no templates, and tell what the server says of what it does not have', async () => {
    const at = serve('/plain', { 'resources/list': () => ({ resources: [] }) });
    expect(await client.mcpResources(at, signal)).toEqual({ resources: [], templates: [], problems: [] });
    await expect(client.mcpRead(at, 'h://gone', signal)).rejects.toThrow('127.0.0.1');
  });
});

describe('tools of a hostile server', () => {
  const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });

  it('are bounded in number and in size, and so is what is told of those that are left out', async () => {
    const many = serve('/many', {
      'tools/list': () => ({ tools: Array.from({ length: 10_000 }, (_, n) => tool(`t${n}`)) }),
    });
    const list = await client.mcpTools(many, signal);
    expect(list.tools).toHaveLength(2000);
    expect(list.problems).toEqual(['Of its tools only the first 2000 are read.']);

    const big = 'x'.repeat(60_000);
    let n = 0;
    const large = serve('/large', {
      'tools/list': () => ({
        tools: Array.from({ length: 40 }, () => tool(`t${n++}`, { inputSchema: { type: 'object', title: big } })),
        nextCursor: `${n}`,
      }),
    });
    expect((await client.mcpTools(large, signal)).tools).toHaveLength(279);

    const malformed = serve('/malformed', {
      'tools/list': () => ({ tools: Array.from({ length: 5000 }, () => ({})) }),
    });
    const { problems } = await client.mcpTools(malformed, signal);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('4980 more tools are left out.');
  });

  it('keep names like ours and names that hide something, and their hints where they are hints', async () => {
    const names = ['read_file', '__proto__', 'constructor', 'a\u202Eb\u0000'];
    const hints = { readOnlyHint: true, destructiveHint: 'no' };
    const at = serve('/names', {
      'tools/list': () => ({
        tools: [
          ...names.map((name) => tool(name)),
          tool('hinted', { annotations: hints, title: 'A title' }),
          tool('odd', { annotations: 'yes', title: 7 }),
          tool('x\u202E', { inputSchema: 'none' }),
        ],
      }),
    });
    const { tools, problems } = await client.mcpTools(at, signal);
    expect(tools.map(({ name }) => name)).toEqual([...names, 'hinted', 'odd']);
    expect(tools.flatMap(({ hints: known }) => known ?? [])).toEqual([{ title: 'A title', readOnly: true }]);
    expect(problems).toEqual(['The tool x\\u202e is left out: its parameters are not a schema.']);
  });
});
