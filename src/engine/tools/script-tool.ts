import type { JsonObject } from '@/base/json';
import type { Environment } from '@/workflow/expressions/environment';
import { getToolSchema } from '@/workflow/tasks/tool-parameters';
import type { Tool } from '@/workflow/tasks/tools';
import { captureScript } from '../capture/capture-script';
import { buildScriptRequest } from '../effects/script-request';
import type { ScriptRequest } from '../ports/script-runner';
import { createErrorAnswer } from './checked-call';
import { selectDeclaredArguments } from './declared-arguments';
import { createAnswer, type HandlerTool, type ToolAnswer, type ToolUse } from './handler-tool';
import { createToolScope } from './http-tool';

/** A tool that runs a script. The parameters are its inputs; only declared ones become environment variables. */
export function createScriptTool(tool: Tool, script: NonNullable<Tool['script']>): HandlerTool {
  return {
    parameters: getToolSchema(tool),
    perform: async (args, use) =>
      runForModel(buildToolRequest(tool, script, args, use.attempt.environment, use.task.limits), use),
  };
}

/** The request for a call of a script tool. Throws `TASK_FAILURE` for a template that uses a name without a value. */
export function buildToolRequest(
  tool: Tool,
  script: NonNullable<Tool['script']>,
  args: JsonObject,
  environment: Environment,
  limits: Parameters<typeof buildScriptRequest>[4],
): ScriptRequest {
  const content = script.content ?? script.command ?? '';
  const named = selectDeclaredArguments(getToolSchema(tool), args);
  return buildScriptRequest(script, content, args, createToolScope(tool, args, environment), limits, named);
}

/** Bytes reserved for the text around the output of a script. */
const bannerBytes = 500;

/**
 * Runs a script for a model, and answers with its output and its errors. The answer is bounded like other context of
 * the task; the whole output is stored like any other. Under `summary`, the end of a long output is shown instead (a
 * decision: the model can ask for more).
 */
export async function runForModel(request: ScriptRequest, { task, attempt, key }: ToolUse): Promise<ToolAnswer> {
  const { limits } = task;
  const { truncationStrategy, maxCombinedBytes, maxContextBytes } = limits;
  const bounded = {
    ...limits,
    maxCombinedBytes: Math.min(maxCombinedBytes, Math.max(0, maxContextBytes - bannerBytes)),
    truncationStrategy: truncationStrategy === 'summary' ? 'tail' : truncationStrategy,
  };
  const ended = await attempt.run.journal.outlast(() => captureScript(request, bounded, attempt, key));
  const files = ended.filesChanged === undefined ? {} : { filesChanged: ended.filesChanged };
  return { ...buildScriptAnswer(ended.exitCode, ended.stdout.text, ended.stderr.text), ...files };
}

/** The answer for a model with the output and the errors of a script. */
export function buildScriptAnswer(exitCode: number, stdout: string, stderr: string): ToolAnswer {
  const errors = stderr === '' ? [] : [`stderr:\n${stderr}`];
  if (exitCode === 0) return createAnswer([stdout, ...errors].filter((part) => part !== '').join('\n'));
  return createErrorAnswer(
    [`Exit code ${exitCode}`, ...errors, ...(stdout === '' ? [] : [`stdout:\n${stdout}`])].join('\n'),
  );
}
