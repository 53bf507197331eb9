import { hasReason } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import { findDocumentedParameters } from '@/plan/tools/declare-tool';
import { selectAuthoredNames } from '@/workflow/expressions/environment';
import { findSecretTarget } from '@/workflow/tasks/secret-target';
import { isAllOfServer } from '@/workflow/tasks/server-tools';
import { closeSchema } from '@/workflow/tasks/tool-parameters';
import type { Tool } from '@/workflow/tasks/tools';
import type { Attempt, RunContext } from '../attempt';
import type { ToolDeclaration } from '../ports/model-client';
import type { McpServer, McpToolList } from '../ports/tool-client';
import { makeSchemaCheckable } from './checkable-schema';
import { fillAddress } from './fill-address';
import { buildServerAnswer } from './given-files';
import type { HandlerTool, ToolAnswer } from './handler-tool';
import { strikeSecrets } from './http-tool';
import { fillHeaders, fillNamed, fillText } from './request-values';
import { openSecrets, type Secrets, selectSecretsFor } from './secrets';
import { createToolAccess, type ToolAccess } from './tool-access';

/**
 * A tool of a server that speaks the Model Context Protocol. Its arguments are checked against the schema in the
 * document, or else the server's. The server itself decides in the end.
 */
export function createMcpTool(name: string, tool: Tool, mcp: NonNullable<Tool['mcp']>): HandlerTool {
  return {
    parameters: (attempt) => findAcceptedArguments(name, tool, mcp, () => listTools(mcp, attempt)),
    perform: async (args, { attempt }) => callServer(mcp, mcp.tool ?? name, args, createToolAccess(attempt)),
  };
}

/** Calls a tool of a server, and returns the answer without secrets. */
export async function callServer(
  mcp: NonNullable<Tool['mcp']>,
  tool: string,
  args: JsonObject,
  access: ToolAccess,
): Promise<ToolAnswer> {
  return performAtServer(mcp, access, async (server, signal, _strike, secrets) => {
    const reply = await access.tools.mcpCall(server, tool, args, signal);
    return buildServerAnswer(reply, secrets, access.keeper);
  });
}

/**
 * Does something at a server within the time limit, with the templates of its address filled in. `strike` removes
 * secrets from what the server says. Errors hold none.
 */
export async function performAtServer<T>(
  mcp: NonNullable<Tool['mcp']>,
  access: ToolAccess,
  perform: (server: McpServer, signal: AbortSignal, strike: Secrets['strike'], secrets: Secrets) => Promise<T>,
): Promise<T> {
  const target = findSecretTarget({ mcp });
  const secrets = openSecrets(selectSecretsFor(access.secretOf, target));
  try {
    const server = fillServerTemplates(mcp, access, secrets);
    if ('url' in server) secrets.checkAddress(server.url, target);
    return await access.ask(server, (signal) => perform(server, signal, secrets.strike, secrets));
  } catch (error) {
    throw strikeSecrets(error, secrets.strike);
  }
}

/**
 * The description of a server's tool. What the document says of it comes first. If the server cannot be asked, the task
 * is warned, and only the document describes the tool. Undefined, with a warning, if the server has no such tool.
 */
export async function describeMcpTool(
  name: string,
  tool: Tool,
  mcp: NonNullable<Tool['mcp']>,
  attempt: Attempt,
): Promise<Omit<ToolDeclaration, 'name'> | undefined> {
  const { description, parameters } = tool;
  const known = description !== undefined && parameters !== undefined;
  const list = known ? undefined : await listOrWarn(name, mcp, attempt);
  const found = list && findTool(list, mcp.tool ?? name);
  if (list !== undefined && found === undefined) {
    warnOnce(attempt, `The server of ${name} has no tool “${mcp.tool ?? name}”, so it is not offered.`);
    return undefined;
  }
  return {
    description: description ?? found?.description ?? '',
    parameters: findDocumentedParameters(tool) ?? found?.parameters ?? { type: 'object' },
  };
}

/**
 * The arguments that a tool takes when it is called: what the document or the server declares, and nothing beyond. A
 * schema of a server that declares nothing at all, `{type: object}`, takes anything, which is the server's to refuse. A
 * tool that nobody describes takes none. Throws if the server cannot be asked.
 */
export async function findAcceptedArguments(
  name: string,
  tool: Tool,
  mcp: NonNullable<Tool['mcp']>,
  list: () => Promise<McpToolList>,
): Promise<JsonObject> {
  const documented = findDocumentedParameters(tool);
  if (documented !== undefined) return documented;
  const found = findTool(await list(), mcp.tool ?? name);
  const schema = makeSchemaCheckable(found?.parameters ?? { type: 'object' });
  return found !== undefined && Object.keys(schema).every((keyword) => says.has(keyword))
    ? schema
    : closeSchema(schema);
}

/** Keywords that say nothing of the names in an object. */
const says: ReadonlySet<string> = new Set(['type', '$schema', '$id', 'title', 'description', '$comment', 'examples']);

function findTool({ tools }: McpToolList, name: string): ToolDeclaration | undefined {
  return tools.find((tool) => tool.name === name);
}

/** The tools of a server; undefined, with a warning, if it cannot be asked. Throws if the task's time is up. */
export async function listOrWarn(
  name: string,
  mcp: NonNullable<Tool['mcp']>,
  attempt: Attempt,
): Promise<McpToolList | undefined> {
  try {
    const list = await listTools(mcp, attempt);
    for (const problem of list.problems) warnOnce(attempt, `The server of ${name}: ${problem}`);
    return list;
  } catch (error) {
    if (attempt.signal.aborted || hasReason(error, 'timeout')) throw error;
    const what = isAllOfServer({ mcp }) ? 'server' : 'tool';
    attempt.warn(`The ${what} ${name} could not be asked what it does: ${(error as Error).message}`);
    return undefined;
  }
}

/**
 * The tools of a server, requested within the attempt's time limit. Throws if it cannot be asked. The error holds no
 * secret.
 */
function listTools(mcp: NonNullable<Tool['mcp']>, attempt: Attempt): Promise<McpToolList> {
  return performAtServer(mcp, createToolAccess(attempt), async (server, signal, strike) => {
    const list = await fetchServerTools(server, attempt, signal);
    return { ...list, problems: list.problems.map(strike) };
  });
}

/** What a run knows of its servers. */
interface ServersOfRun {
  /** Tool lists by the whole address of a server. Each server is asked once. */
  readonly lists: Map<string, McpToolList>;
  readonly warnings: Set<string>;
}

const serversByRun = new WeakMap<RunContext, ServersOfRun>();

function getServersOfRun(run: RunContext): ServersOfRun {
  const known = serversByRun.get(run) ?? { lists: new Map(), warnings: new Set() };
  serversByRun.set(run, known);
  return known;
}

/**
 * Gets the tools of a server. Parallel callers each send their own request: each has its own time limit, and none
 * depends on that of another.
 */
async function fetchServerTools(server: McpServer, { run }: Attempt, signal: AbortSignal): Promise<McpToolList> {
  const { lists } = getServersOfRun(run);
  const key = JSON.stringify(server);
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list = await run.deps.tools.mcpTools(server, signal);
  lists.set(key, list);
  return list;
}

/** Warns once in a run about a server, not in each turn. */
export function warnOnce(attempt: Attempt, message: string): void {
  const { warnings } = getServersOfRun(attempt.run);
  if (warnings.has(message)) return;
  warnings.add(message);
  attempt.warn(message);
}

function fillServerTemplates(mcp: NonNullable<Tool['mcp']>, access: ToolAccess, secrets: Secrets): McpServer {
  const values = { environment: selectAuthoredNames(access.environment), secrets };
  const { url, headers, command, args = [], env } = mcp;
  if (command === undefined) return { url: fillAddress(url ?? '', values), headers: fillHeaders(headers, values) };
  return { command, args: args.map((text) => fillText(text, values)), env: fillNamed(env, values) };
}
