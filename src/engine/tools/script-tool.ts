import { parametersOf } from '@/plan/tools/tool-parameters';
import type { Tool } from '@/workflow/tasks/tools';
import { captureScript } from '../capture/capture-script';
import { scriptRequest } from '../effects/script-request';
import type { ScriptRequest } from '../ports';
import { declaredArguments } from './declared-arguments';
import type { HandlerTool, ToolAnswer, ToolUse } from './handler-tool';
import { scopeWith } from './http-tool';

/** A tool that is a script, whose inputs are the parameters; only those that it declares are environment variables. */
export function scriptTool(tool: Tool, script: NonNullable<Tool['script']>): HandlerTool {
  return {
    parameters: parametersOf(tool),
    async perform(args, use) {
      const { task, attempt } = use;
      const content = script.content ?? script.command ?? '';
      const scope = scopeWith(tool, args, attempt.environment);
      const named = declaredArguments(parametersOf(tool), args);
      const request = scriptRequest(script, content, args, scope, task.limits, named);
      return runForModel(request, use);
    },
  };
}

/** Left for what stands around the output of a script. */
const bannerBytes = 500;

/**
 * Runs a script for a model, and tells it what the script wrote, and what went wrong. What is told is bounded as other context of the task
 * is; the whole is kept like any output. The end of what is too long is shown where a summary would be wanted (decided: the model can ask).
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
  const [stdout, stderr] = [ended.stdout.text, ended.stderr.text];
  const errors = stderr === '' ? [] : [`stderr:\n${stderr}`];
  const files = ended.filesChanged === undefined ? {} : { filesChanged: ended.filesChanged };
  if (ended.exitCode === 0)
    return { text: [stdout, ...errors].filter((part) => part !== '').join('\n'), isError: false, ...files };
  return {
    ...files,
    text: [`Exit code ${ended.exitCode}`, ...errors, ...(stdout === '' ? [] : [`stdout:\n${stdout}`])].join('\n'),
    isError: true,
  };
}
