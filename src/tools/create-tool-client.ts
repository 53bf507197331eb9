import type { ToolClient } from '@/engine/ports';
import { sendHttp } from './http';
import { createMcpServers } from './mcp/mcp-servers';

/** Tools over the network: http requests, and servers of the Model Context Protocol. `fetch`: default the global one. */
export function createToolClient(options: { readonly fetch?: typeof fetch } = {}): ToolClient {
  // Looked up at the call, not before, and called without an owner, as browsers ask for.
  const fetcher: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const servers = createMcpServers(fetcher);
  return {
    http: (request, signal) => sendHttp(request, signal, fetcher),
    mcpTools: (server, signal) => servers.use(server, signal, (session) => session.tools(signal)),
    close: servers.close,
    mcpCall: (server, tool, args, signal) => servers.use(server, signal, (session) => session.call(tool, args, signal)),
  };
}
