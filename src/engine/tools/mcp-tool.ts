import type { JsonObject } from '@/base/json';
import { documentedParameters } from '@/plan/tools/declare-tool';
import { closed } from '@/plan/tools/tool-parameters';
import { authoredNames } from '@/workflow/expressions/environment';
import type { Tool } from '@/workflow/tasks/tools';
import type { Attempt, RunContext } from '../attempt';
import type { McpServer, ToolDeclaration } from '../ports';
import { fillHeaders, fillUrl } from './fill-request';
import type { HandlerTool } from './handler-tool';
import { struck } from './http-tool';
import { openSecrets, type Secrets } from './secrets';

/**
 * A tool of a server that speaks the Model Context Protocol. Its arguments are checked by what the document says of them, or else the
 * server; that server has the last word.
 */
export function mcpTool(name: string, tool: Tool, mcp: NonNullable<Tool['mcp']>): HandlerTool {
  return {
    parameters: (attempt) => schemaOf(name, tool, mcp, attempt),
    async perform(args, { attempt }) {
      const { tools, secretOf } = attempt.run.deps;
      const secrets = openSecrets(secretOf);
      try {
        const server = serverOf(mcp, attempt, secrets);
        const { value } = await attempt.timed((signal) => tools.mcpCall(server, mcp.tool ?? name, args, signal));
        return { text: secrets.strike(value.text), isError: value.isError };
      } catch (error) {
        throw struck(error, secrets.strike);
      }
    },
  };
}

/**
 * How a server describes its tool; what the document says of it goes before. Where the server cannot be asked the task is warned, and
 * the tool is described by the document alone.
 */
export async function describeMcpTool(
  name: string,
  tool: Tool,
  mcp: NonNullable<Tool['mcp']>,
  attempt: Attempt,
): Promise<Omit<ToolDeclaration, 'name'>> {
  const { description, parameters } = tool;
  const known = description !== undefined && parameters !== undefined;
  const there = known ? undefined : await findTool(mcp.tool ?? name, mcp, attempt);
  return {
    description: description ?? there?.description ?? '',
    parameters: documentedParameters(tool) ?? there?.parameters ?? { type: 'object' },
  };
}

/** What a tool takes when it is called. One that nobody describes takes nothing. Throws if the server cannot be asked. */
async function schemaOf(
  name: string,
  tool: Tool,
  mcp: NonNullable<Tool['mcp']>,
  attempt: Attempt,
): Promise<JsonObject> {
  const documented = documentedParameters(tool);
  if (documented !== undefined) return documented;
  const secrets = openSecrets(attempt.run.deps.secretOf);
  try {
    const { value: tools } = await attempt.timed(() => toolsOf(serverOf(mcp, attempt, secrets), attempt));
    return closed(tools.find((there) => there.name === (mcp.tool ?? name))?.parameters ?? { type: 'object' });
  } catch (error) {
    throw struck(error, secrets.strike);
  }
}

async function findTool(
  name: string,
  mcp: NonNullable<Tool['mcp']>,
  attempt: Attempt,
): Promise<ToolDeclaration | undefined> {
  const secrets = openSecrets(attempt.run.deps.secretOf);
  try {
    const tools = await toolsOf(serverOf(mcp, attempt, secrets), attempt);
    return tools.find((tool) => tool.name === name);
  } catch (error) {
    if (attempt.signal.aborted) throw error;
    attempt.warn(secrets.strike(`The tool ${name} could not be asked what it does: ${(error as Error).message}`));
    return undefined;
  }
}

/** What servers have told in a run, by address and headers: they are asked once. */
const told = new WeakMap<RunContext, Map<string, Promise<readonly ToolDeclaration[]>>>();

function toolsOf(server: McpServer, { run }: Attempt): Promise<readonly ToolDeclaration[]> {
  const ofRun = told.get(run) ?? new Map<string, Promise<readonly ToolDeclaration[]>>();
  told.set(run, ofRun);
  const key = JSON.stringify(server);
  const known = ofRun.get(key);
  if (known !== undefined) return known;
  const asked = run.deps.tools.mcpTools(server, run.signal);
  ofRun.set(key, asked);
  asked.catch(() => ofRun.delete(key));
  return asked;
}

function serverOf(mcp: NonNullable<Tool['mcp']>, attempt: Attempt, secrets: Secrets): McpServer {
  const environment = authoredNames(attempt.environment);
  return { url: fillUrl(mcp.url, environment, secrets), headers: fillHeaders(mcp.headers, environment, secrets) };
}
