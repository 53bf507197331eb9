import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type CallToolResult,
  CallToolResultSchema,
  type ListToolsResult,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/cfworker-provider.js';
import type { JsonObject } from '@/base/json';
import type { ToolClient, ToolDeclaration } from '@/engine/ports';
import { closingCancelled } from './mcp-streams';

/** A session with a server of the Model Context Protocol. Rejects with what the protocol's library throws. */
export interface McpSession {
  tools(signal: AbortSignal): Promise<readonly ToolDeclaration[]>;
  call(tool: string, args: JsonObject, signal: AbortSignal): ReturnType<ToolClient['mcpCall']>;
  /** Ends it, with all that is open in it. The server is told, and waited for a second at most. Never rejects. */
  close(): Promise<void>;
}

/** How long a server may take until it has said who it is, in ms. */
const openingMs = 30_000;
/** How long a server may take to hear that its session is over, in ms. */
const closingMs = 1000;
/** The time of a call is limited by the task, by its signal. The longest that a timer can wait. */
const noTimeout = 2 ** 31 - 1;
/** A server that always has another page of tools is not asked for ever. */
const maxPages = 50;

/** Opens a session over streamable HTTP, unless the signal is aborted meanwhile. */
export async function openMcpSession(
  url: URL,
  headers: Readonly<Record<string, string>>,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<McpSession> {
  // The validator that makes no code, which the content security policy would forbid.
  const client = new Client(
    { name: 'heddle', version: '1' },
    { jsonSchemaValidator: new CfWorkerJsonSchemaValidator() },
  );
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...headers } },
    fetch: closingCancelled(withoutListening(fetcher)),
  });
  // Its types allow members to be undefined where those of the client do not.
  await client.connect(transport as Parameters<Client['connect']>[0], { timeout: openingMs, signal });

  return {
    async tools(signal) {
      const tools: ToolDeclaration[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < maxPages; page++) {
        const params = cursor === undefined ? {} : { cursor };
        // The plain requests: those with a name check results against schemas of the server's own, which is not our affair.
        const list: ListToolsResult = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, {
          signal,
        });
        for (const { name, description = '', inputSchema } of list.tools) {
          tools.push({ name, description, parameters: inputSchema as JsonObject });
        }
        cursor = list.nextCursor;
        if (cursor === undefined) break;
      }
      return tools;
    },
    async call(name, args, signal) {
      const result: CallToolResult = await client.request(
        { method: 'tools/call', params: { name, arguments: args } },
        CallToolResultSchema,
        { signal, timeout: noTimeout },
      );
      return { text: textOf(result), isError: result.isError === true };
    },
    async close() {
      const timer = setTimeout(() => void client.close(), closingMs);
      // A server that does not know how, or is gone: then there is nothing to end there.
      await transport.terminateSession().catch(() => {});
      clearTimeout(timer);
      await client.close();
    },
  };
}

/**
 * A fetch that does not open the stream on which a server may speak unasked: nothing is listened to, and it would hold a
 * connection. A stream of an answer that broke is taken up again as the protocol has it.
 */
function withoutListening(fetcher: typeof fetch): typeof fetch {
  return async (input, init) => {
    const listens = init?.method === 'GET' && !new Headers(init.headers).has('last-event-id');
    return listens ? new Response(null, { status: 405 }) : fetcher(input, init);
  };
}

/** What a tool gave back, as text: pictures and sounds are named only. */
function textOf({ content, structuredContent }: CallToolResult): string {
  if (content.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent);
  return content.map(blockText).join('\n');
}

function blockText(block: CallToolResult['content'][number]): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type}: ${block.mimeType}]`;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[file: ${block.resource.uri}]`;
    case 'resource_link':
      return `[file: ${block.uri}]`;
  }
}
