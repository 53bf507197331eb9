import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { type CallToolResult, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A request as the server saw it. */
interface AskedTool {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A file that a tool returns. */
export interface ShownFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * Tools for models: `/echo` returns the request with its headers; `/mcp` is an MCP server with tools and resources,
 * whose tool `wait` never answers and holds its stream open; `/after-wait` is answered once that tool is called. Its
 * tool `show` returns the file of a name, as does `/files/NAME`.
 */
export interface ToolServer {
  readonly url: string;
  readonly asked: readonly AskedTool[];
  /** Sessions that were opened with `/mcp`, and those of them that are not closed. */
  opened(): number;
  sessions(): number;
  /** Arguments that the tool `book` was called with. */
  readonly booked: readonly object[];
  /** Files by name, with their declared types. */
  readonly files: Map<string, ShownFile>;
  /** Answers that were begun and whose connections are open. */
  answering(): number;
  close(): Promise<void>;
}

/** Starts the server on a free port of this machine. Pages of other sites may use it. */
export async function startToolServer(): Promise<ToolServer> {
  const asked: AskedTool[] = [];
  const booked: object[] = [];
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  let opened = 0;
  const open = new Set<ServerResponse>();
  const files = new Map<string, ShownFile>();
  let waited = () => {};
  const waiting = new Promise<void>((resolve) => {
    waited = resolve;
  });

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
    response.setHeader('access-control-expose-headers', 'mcp-session-id');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const path = request.url ?? '';
    asked.push({ method: request.method ?? '', path, headers: request.headers });
    open.add(response);
    response.on('close', () => open.delete(response));
    if (path === '/after-wait') await waiting;
    const file = path.startsWith('/files/') ? files.get(path.slice('/files/'.length)) : undefined;
    if (file !== undefined) return response.setHeader('content-type', file.type).end(file.bytes);
    if (!path.startsWith('/mcp')) return response.end(`${path} with ${request.headers.authorization}`);
    const id = String(request.headers['mcp-session-id'] ?? '');
    return (sessions.get(id) ?? (await openSession())).handleRequest(request, response);
  }

  async function openSession(): Promise<NodeStreamableHTTPServerTransport> {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => `session-${++opened}`,
      onsessioninitialized: (name) => {
        sessions.set(name, transport);
      },
      onsessionclosed: (name) => {
        sessions.delete(name);
      },
    });
    const mcp = new McpServer({ name: 'harbour', version: '1' });
    const inputSchema = z.object({ ship: z.string() });
    mcp.registerTool('berth_of', { inputSchema, description: 'The berth of a ship.' }, ({ ship }) => ({
      content: [{ type: 'text', text: `${ship} lies at berth 7` }],
    }));
    const named = z.object({ name: z.string() });
    mcp.registerTool('show', { inputSchema: named, description: 'Shows a file.' }, ({ name }) => ({
      content: shown(name, files.get(name)),
    }));
    mcp.registerTool('wait', { description: 'Waits for ever.' }, () => {
      waited();
      return new Promise<never>(() => {});
    });
    const booking = z.object({
      ship: z.string().describe('Name of the ship'),
      draught: z.number().optional().describe('In metres'),
      quay: z.enum(['north', 'south']).optional(),
      tugs: z.boolean().optional(),
      cargo: z.array(z.object({ what: z.string() })).optional(),
    });
    const hints = { destructiveHint: true, readOnlyHint: false, title: 'Book a berth' };
    const described = { inputSchema: booking, description: 'Books a berth.', annotations: hints };
    mcp.registerTool('book', described, (order) => {
      booked.push(order);
      return { content: [{ type: 'text', text: JSON.stringify({ booked: order.ship, berth: 7 }) }] };
    });
    const rules = 'No ship leaves <script>at</script> low tide.';
    mcp.registerResource(
      'Rules',
      'harbour://rules',
      { description: 'What holds', mimeType: 'text/plain' },
      ({ href }) => ({
        contents: [{ uri: href, text: rules }],
      }),
    );
    mcp.registerResource('Map', 'harbour://map', { mimeType: 'image/png' }, ({ href }) => ({
      contents: [{ uri: href, mimeType: 'image/png', blob: Buffer.alloc(2048).toString('base64') }],
    }));
    const berth = new ResourceTemplate('harbour://berth/{n}', { list: undefined });
    mcp.registerResource('Berth', berth, {}, ({ href }) => ({ contents: [{ uri: href, text: `${href} is free` }] }));
    await mcp.connect(transport);
    return transport;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    opened: () => opened,
    sessions: () => sessions.size,
    booked,
    files,
    answering: () => open.size,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** A file in the protocol's form: pictures and sounds as such, anything else as bytes of a resource. */
function shown(name: string, file: ShownFile | undefined): CallToolResult['content'] {
  if (file === undefined) return [{ type: 'text', text: `There is no ${name}` }];
  const { type: mimeType, bytes } = file;
  const data = Buffer.from(bytes).toString('base64');
  const before = { type: 'text', text: 'Before it.' } as const;
  const after = { type: 'text', text: 'After it.' } as const;
  if (mimeType.startsWith('image/')) return [before, { type: 'image', data, mimeType }, after];
  if (mimeType.startsWith('audio/')) return [before, { type: 'audio', data, mimeType }, after];
  return [before, { type: 'resource', resource: { uri: `file:///${name}`, mimeType, blob: data } }, after];
}
