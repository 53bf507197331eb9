import { Client, type Tool, type Transport } from '@modelcontextprotocol/client';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import { defined } from '@/base/defined';
import type { JsonObject } from '@/base/json';
import { encodeJson, quoteWholeValues } from '@/base/json-text';
import { createToolError } from '@/base/tool-error';
import type { McpToolList, OfferedTool, ToolClient } from '@/engine/ports/tool-client';
import { listPages, noTimeout } from './list-pages';
import { findFault, type McpFault } from './mcp-faults';
import { createResourceSession, type ResourceSession } from './mcp-resources';
import { buildReply, readToolList } from './mcp-results';

/** A session with an MCP server. Rejects with an {@link McpFault}. */
export interface McpSession {
  tools(signal: AbortSignal): Promise<McpToolList>;
  call(tool: string, args: JsonObject, signal: AbortSignal): ReturnType<ToolClient['mcpCall']>;
  readonly resources: ResourceSession;
  /**
   * Ends the session once, with everything open in it. Notifies the server, and waits for it for a second at most.
   * Never rejects.
   */
  close(): Promise<void>;
}

/**
 * A transport of a session. `terminateSession`: notifies the server that it is over; `problems`: what it had to ignore,
 * one sentence each.
 */
export interface SessionTransport extends Transport {
  readonly problems?: readonly string[];
  /** How long its server may take to open a session, in ms, if that is long: the attempt is not repeated then. */
  readonly openingMs?: number;
  terminateSession?(): Promise<void>;
}

/** How long a server may take to state its protocol revisions, and to open a session, in ms. */
const probeMs = 10_000;
const openingMs = 20_000;
/** How long a server may take to confirm the end of its session, in ms. */
const closingMs = 1000;
/**
 * The most tools of a server, more than a model could choose from; and the most characters of all their descriptions
 * and schemas.
 */
const maxTools = 2000;
const maxLength = 2 ** 24;
/** The most problems of a list that are reported one by one. */
const maxProblems = 20;

/**
 * The attempts to open a session, each after a pause in ms: with the newest revision, which falls back on older ones;
 * with older ones only, if the server could not handle the negotiation itself (because of CORS rules, or because it
 * fails on unknown methods); and once more. Source: modelcontextprotocol.io/specification/2026-07-28, versioning.
 */
const tries = [
  { mode: 'auto', pauseMs: 0 },
  { mode: 'legacy', pauseMs: 100 },
  { mode: 'auto', pauseMs: 800 },
] as const;

/**
 * Opens a session, unless the signal is aborted. Transient failures, such as a server that is just starting, are
 * retried.
 */
export async function openMcpSession(makeTransport: () => SessionTransport, signal: AbortSignal): Promise<McpSession> {
  for (const [index, { mode, pauseMs }] of tries.entries()) {
    await pauseUnlessAborted(pauseMs, signal);
    const transport = makeTransport();
    try {
      return await connectTransport(transport, mode, signal);
    } catch (error) {
      const fault = explainFault(findFault(error), transport);
      if (index === tries.length - 1 || signal.aborted || !isTransient(fault, transport)) throw fault;
    }
  }
  throw new Error('There is always a last try.');
}

/** Whether another attempt may succeed: not if a server refuses on purpose. */
function isTransient({ kind, status = 0 }: McpFault, { openingMs }: SessionTransport): boolean {
  if (kind === 'late') return openingMs === undefined;
  return kind === 'unreachable' || kind === 'broken' || status >= 500;
}

/** For a server that does not answer, its other output is reported instead. */
function explainFault(fault: McpFault, { problems: [problem] = [] }: SessionTransport): McpFault {
  return fault.kind === 'late' && problem !== undefined ? { ...fault, error: createToolError(problem) } : fault;
}

async function connectTransport(
  transport: SessionTransport,
  mode: 'auto' | 'legacy',
  signal: AbortSignal,
): Promise<McpSession> {
  // This validator generates no code, which the content security policy would forbid.
  const client = new Client(
    { name: 'heddle', version: '1' },
    {
      jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
      versionNegotiation: { mode, probe: { timeoutMs: probeMs } },
    },
  );
  // The version negotiation can only be stopped through the transport.
  const stopTransport = () => void transport.close();
  signal.addEventListener('abort', stopTransport);
  try {
    await client.connect(transport, { timeout: transport.openingMs ?? openingMs, signal });
  } catch (error) {
    await transport.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', stopTransport);
  }
  return createSession(client, transport);
}

function createSession(client: Client, transport: SessionTransport): McpSession {
  /** The tools as last listed: they define which arguments are sent in headers. */
  const definitions = new Map<string, Tool>();
  let closed: Promise<void> | undefined;

  async function closeSession(): Promise<void> {
    const timer = setTimeout(() => void client.close(), closingMs);
    // The server does not support this, or is gone: then there is nothing to end.
    await transport.terminateSession?.().catch(() => {});
    clearTimeout(timer);
    await client.close().catch(() => {});
    // The client has already released a server that ended by itself.
    await transport.close().catch(() => {});
  }

  async function listTools(signal: AbortSignal): Promise<McpToolList> {
    const capabilities = client.getServerCapabilities();
    const hasResources = capabilities?.resources !== undefined;
    // Some servers do not declare that they have tools, so tools are requested anyway, unless the server declares only
    // resources.
    if (hasResources && capabilities?.tools === undefined) return { tools: [], problems: [], hasResources };
    const tools = new Map<string, OfferedTool>();
    const problems: string[] = [...(transport.problems ?? [])];
    let left = maxLength;
    const hasMore = await listPages(client, 'tools/list', signal, (page) => {
      const found = readToolList(page);
      problems.push(...found.problems);
      for (const tool of found.tools) {
        if (tools.has(tool.name)) continue;
        left -= encodeJson(tool).length;
        if (tools.size === maxTools || left < 0) return 'enough';
        tools.set(tool.name, tool);
        definitions.set(tool.name, { name: tool.name, inputSchema: tool.parameters as Tool['inputSchema'] });
      }
      return 'more';
    });
    const cut = hasMore ? [`Of its tools only the first ${tools.size} are read.`] : [];
    return { tools: [...tools.values()], problems: [...cutProblems(problems), ...cut], hasResources };
  }

  return {
    tools: (signal) => listTools(signal).catch((error) => Promise.reject(findFault(error))),
    async call(name, args, signal) {
      const toolDefinition = definitions.get(name);
      const options = { signal, timeout: noTimeout, ...defined({ toolDefinition }) };
      try {
        const result = await client.callTool(
          { name, arguments: quoteWholeValues(args) as Record<string, unknown> },
          options,
        );
        return buildReply(result);
      } catch (error) {
        throw findFault(error);
      }
    },
    resources: createResourceSession(client),
    close() {
      closed ??= closeSession();
      return closed;
    },
  };
}

function cutProblems(problems: readonly string[]): readonly string[] {
  const more = problems.length - maxProblems;
  return more > 0 ? [...problems.slice(0, maxProblems), `${more} more tools are left out.`] : problems;
}

function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0 || signal.aborted) return resolve();
    const timer = setTimeout(endPause, ms);
    signal.addEventListener('abort', endPause);
    function endPause(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', endPause);
      resolve();
    }
  });
}
