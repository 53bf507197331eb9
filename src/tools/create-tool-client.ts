import type { ToolClient } from '@/engine/ports/tool-client';
import { sendHttp } from './http';
import { createMcpServers } from './mcp/mcp-servers';
import type { StartServer } from './mcp/server-process';
import type { ServerSignIns } from './oauth/server-sign-ins';
import { toolAddress } from './tool-address';

/** What tools that are somewhere else hang on. */
interface ToolClientOptions {
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
  /** Where a person is signed in; left out: nobody can sign in, as without a browser. */
  readonly signIns?: ServerSignIns;
  /** Left out: servers over stdio are refused. */
  readonly startServer?: StartServer;
}

/** Tools that are somewhere else: http requests, and servers of the Model Context Protocol. */
export function createToolClient(options: ToolClientOptions = {}): ToolClient {
  const { signIns, startServer } = options;
  // Looked up at the call, not before, and called without an owner, as browsers ask for.
  const fetcher: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const servers = createMcpServers({ fetch: fetcher, signIns, startServer });
  return {
    http: (request, signal) => sendHttp(request, signal, fetcher),
    ...(signIns === undefined
      ? {}
      : {
          // Only servers over HTTP ask for it.
          whenSignedIn: async (server, signal) =>
            'url' in server ? signIns.whenSignedIn(toolAddress(server.url), signal) : undefined,
        }),
    mcpTools: (server, signal) => servers.use(server, signal, (session) => session.tools(signal)),
    mcpResources: (server, signal) => servers.use(server, signal, (session) => session.resources.list(signal)),
    mcpRead: (server, uri, signal) => servers.use(server, signal, (session) => session.resources.read(uri, signal)),
    close: servers.close,
    mcpCall: (server, tool, args, signal) => servers.use(server, signal, (session) => session.call(tool, args, signal)),
  };
}
