import { createToolError } from '@/base/tool-error';
import { createOriginFetch } from '@/base/within-origin';
import type { ToolClient } from '@/engine/ports/tool-client';
import { sendHttp } from './http';
import { createMcpServers } from './mcp/mcp-servers';
import type { StartServer } from './mcp/server-process';
import type { ServerSignIns } from './oauth/server-sign-ins';
import { parseToolAddress } from './tool-address';

/** What remote tools depend on. */
interface ToolClientOptions {
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
  /** The sign-ins of a person; left out: signing in is impossible, as without a browser. */
  readonly signIns?: ServerSignIns;
  /** Left out: servers over stdio are refused. */
  readonly startServer?: StartServer;
}

/** Remote tools: HTTP requests, and MCP servers. */
export function createToolClient(options: ToolClientOptions = {}): ToolClient {
  const { signIns, startServer } = options;
  // Read at the call, not earlier, and called without a receiver, as browsers require.
  const fetcher = createOriginFetch(options.fetch ?? ((input, init) => globalThis.fetch(input, init)), createToolError);
  const servers = createMcpServers({ fetch: fetcher, signIns, startServer });
  return {
    http: (request, signal) => sendHttp(request, signal, fetcher),
    ...(signIns === undefined
      ? {}
      : {
          // Only servers over HTTP require a sign-in.
          whenSignedIn: async (server, signal) =>
            'url' in server ? signIns.whenSignedIn(parseToolAddress(server.url), signal) : undefined,
        }),
    mcpTools: (server, signal) => servers.use(server, signal, (session) => session.tools(signal)),
    mcpResources: (server, signal) => servers.use(server, signal, (session) => session.resources.list(signal)),
    mcpRead: (server, uri, signal) => servers.use(server, signal, (session) => session.resources.read(uri, signal)),
    close: servers.close,
    mcpCall: (server, tool, args, signal) => servers.use(server, signal, (session) => session.call(tool, args, signal)),
  };
}
