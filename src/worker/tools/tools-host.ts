import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { encodeCanonicalJson, type Json } from '@/base/json';
import { makeLineVisible } from '@/base/visible-text';
import type { SecretOf } from '@/engine/ports/machine';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { McpToolList, OfferedTool, ToolClient } from '@/engine/ports/tool-client';
import { performAtServer } from '@/engine/tools/mcp-tool';
import { listResources, readResource } from '@/engine/tools/resource-tools';
import { createSubtaskScope } from '@/engine/tools/subtask';
import type { ToolAccess } from '@/engine/tools/tool-access';
import { tryTool } from '@/engine/tools/try-tool';
import type { Tool } from '@/workflow/tasks/tools';
import type { OfferedRow, ToolCallRequest, ToolsApi } from '../border/engine-api';

/** What the tools host depends on. */
export interface ToolsHostOptions {
  readonly openTools: () => ToolClient;
  readonly scripts: ScriptRunner;
  /** The secrets of this browser that a workflow may send. */
  readonly openSecrets: (workflowId: string) => SecretOf;
  /** ms since 1970. */
  readonly now: () => number;
  /** How long a server may take for a list, and a tool for a call, in ms. Default: half a minute and ten minutes. */
  readonly patience?: { readonly listMs: number; readonly callMs: number };
}

type McpBody = NonNullable<Tool['mcp']>;

/** The longest description in a list, in characters: `describe` returns all of it with the parameters. */
const maxDescription = 240;

/**
 * Lists, reads and calls the tools of the open workflow for the page. Connections to servers stay open between calls,
 * as in a run, until `close`. Nothing is stored.
 */
export function createToolsHost(options: ToolsHostOptions): ToolsApi {
  const { patience = { listMs: 30_000, callMs: 600_000 }, now } = options;
  let client = options.openTools();
  /** Tool lists by server, as in the document, and variables. */
  const lists = new Map<string, McpToolList>();

  const buildKey = ({ tool: _tool, ...server }: McpBody, { variables }: ToolCallRequest) =>
    encodeCanonicalJson([server, variables]);

  function accessFor({ variables, workflowId }: ToolCallRequest, ms: number, stop: AbortSignal): ToolAccess {
    const currentClient = client;
    return {
      tools: currentClient,
      secretOf: options.openSecrets(workflowId),
      environment: createSubtaskScope({ variables: variables as Record<string, Json> }),
      timed: (perform) => performWithin(ms, stop, perform),
      // An error asks the person to sign in, and they do so on the screen.
      ask: (_server, perform) => performWithin(ms, stop, perform),
    };
  }

  async function listTools(mcp: McpBody, wish: ToolCallRequest, stop: AbortSignal): Promise<McpToolList> {
    const access = accessFor(wish, patience.listMs, stop);
    const found = await performAtServer(mcp, access, async (server, signal, strike) => {
      const { tools, problems, ...rest } = await access.tools.mcpTools(server, signal);
      const safe = tools.map((tool) => ({ ...tool, description: strike(tool.description) }));
      return { ...rest, tools: safe, problems: problems.map(strike) };
    });
    lists.set(buildKey(mcp, wish), found);
    return found;
  }

  return {
    offered: async (wish, signal) => {
      const { tools, problems, hasResources = false } = await listTools(expectServer(wish), wish, signal);
      return { tools: tools.map(buildOfferedRow), problems, hasResources };
    },
    describe: async (wish, name) => {
      const known = lists.get(buildKey(expectServer(wish), wish))?.tools ?? [];
      const { description, parameters } = known.find((tool) => tool.name === name) ?? {};
      return parameters && { description: description ?? '', parameters };
    },
    call: async (wish, args, signal) => {
      const start = now();
      const world = {
        ...accessFor(wish, patience.callMs, signal),
        scripts: options.scripts,
        list: async (mcp: McpBody) => lists.get(buildKey(mcp, wish)) ?? listTools(mcp, wish, signal),
      };
      const { text, isError } = await tryTool(wish, args, world, signal);
      return { text, isError, ms: now() - start };
    },
    resources: async (wish, signal) => listResources(expectServer(wish), accessFor(wish, patience.listMs, signal)),
    read: async (wish, uri, signal) => readResource(expectServer(wish), uri, accessFor(wish, patience.listMs, signal)),
    close: async () => {
      const currentClient = client;
      client = options.openTools();
      lists.clear();
      await currentClient.close();
    },
  };
}

function expectServer({ tool }: ToolCallRequest): McpBody {
  if (tool.mcp === undefined) throw new AppError('VALIDATION_ERROR', 'The tool belongs to no server.');
  return tool.mcp;
}

function buildOfferedRow({ name, description, hints }: OfferedTool): OfferedRow {
  return { name, description: makeLineVisible(description, maxDescription), ...defined({ hints }) };
}

/** Performs an action, with a time limit in ms. */
async function performWithin<T>(
  ms: number,
  stop: AbortSignal,
  perform: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(ms);
  try {
    return await perform(AbortSignal.any([stop, late]));
  } catch (error) {
    if (stop.aborted || !late.aborted) throw error;
    throw new AppError('TASK_FAILURE', `There was no answer within ${ms / 1000} seconds.`, {
      advice: 'Check that the server runs, and try it again.',
      details: { reason: 'tool' },
    });
  }
}
