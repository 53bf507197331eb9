import type { JsonObject } from '@/base/json';
import { getToolSchema } from '@/workflow/tasks/tool-parameters';
import type { Tool } from '@/workflow/tasks/tools';
import type { ScriptRunner } from '../ports/script-runner';
import type { McpToolList } from '../ports/tool-client';
import { boundText } from './bounded-text';
import { buildFailedAnswer, createErrorAnswer, performChecked, readArguments } from './checked-call';
import type { ToolAnswer } from './handler-tool';
import { requestHttp } from './http-tool';
import { callServer, findAcceptedArguments } from './mcp-tool';
import { buildScriptAnswer, buildToolRequest } from './script-tool';
import type { ToolAccess } from './tool-access';

/** Most bytes of a result: the default limit of a task. */
const maxResultBytes = 102_400;
/** Most bytes of a script's output that are kept, and its default time limit in ms. */
const scriptLimits = { maxStoredBytes: 2 ** 20, timeoutMs: 60_000 } as const;

/** What is needed to try a tool, in addition to the access. */
export interface TryWorld extends ToolAccess {
  readonly scripts: ScriptRunner;
  /** The tools of a server: the last list, or a new one. */
  list(mcp: NonNullable<Tool['mcp']>): Promise<McpToolList>;
}

/**
 * Calls a tool for a person the way a task calls it for its model: with the same checks, secrets, limits and messages.
 * Errors are answers. `given`: the arguments as JSON. Rejects only with `CANCELLED`.
 */
export async function tryTool(
  tried: { readonly name: string; readonly tool: Tool },
  given: string,
  world: TryWorld,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const trial = createToolTrial(tried, world);
  if (trial === undefined) return createErrorAnswer('Only a run can call it: it works on what belongs to a task.');
  try {
    const answer = await performChecked(await trial.takes(), readArguments(given), trial.perform);
    return { ...answer, text: boundText(answer.text, maxResultBytes) };
  } catch (error) {
    if (signal.aborted) throw error;
    return buildFailedAnswer(error);
  }
}

/** The arguments of a tool, and how it is called. */
interface ToolTrial {
  takes(): JsonObject | Promise<JsonObject>;
  perform(args: JsonObject): Promise<ToolAnswer>;
}

/** Undefined for built-in tools: they work on the conversation, the files or the person of a task. */
function createToolTrial(
  { name, tool }: { readonly name: string; readonly tool: Tool },
  world: TryWorld,
): ToolTrial | undefined {
  const { http, script, mcp } = tool;
  if (mcp !== undefined) {
    return {
      takes: () => findAcceptedArguments(name, tool, mcp, () => world.list(mcp)),
      perform: (args) => callServer(mcp, mcp.tool ?? name, args, world),
    };
  }
  const getToolParameters = () => getToolSchema(tool);
  if (http !== undefined) return { takes: getToolParameters, perform: (args) => requestHttp(tool, http, args, world) };
  return script && { takes: getToolParameters, perform: (args) => runScript(tool, script, args, world) };
}

async function runScript(
  tool: Tool,
  script: NonNullable<Tool['script']>,
  args: JsonObject,
  world: TryWorld,
): Promise<ToolAnswer> {
  const request = buildToolRequest(tool, script, args, world.environment, scriptLimits);
  const printed = { stdout: openText(), stderr: openText() };
  const exit = await world.timed((signal) =>
    world.scripts.run(request, async (stream, bytes) => printed[stream].write(bytes), signal),
  );
  return buildScriptAnswer(exit.exitCode, printed.stdout.text(), printed.stderr.text() + exit.said);
}

/** Collects text, and discards what exceeds the shown length. */
function openText(): { write(bytes: Uint8Array): void; text(): string } {
  const decoder = new TextDecoder();
  let text = '';
  return {
    write(bytes) {
      if (text.length <= maxResultBytes) text += decoder.decode(bytes, { stream: true });
    },
    text: () => text + decoder.decode(),
  };
}
