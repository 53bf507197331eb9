import type { Tool } from '@/workflow/tasks/tools';
import { runCaptured, type ScriptResult } from '../capture/run-captured';
import { scriptRequest } from '../effects/script-request';
import type { HandlerTool, ToolAnswer } from './handler-tool';
import { parametersOf, scopeWith } from './http-tool';

/** A tool that is a script, whose inputs are the parameters. */
export function scriptTool(tool: Tool, script: NonNullable<Tool['script']>): HandlerTool {
  return {
    description: tool.description ?? '',
    parameters: parametersOf(tool),
    async perform(args, { task, attempt }) {
      const content = script.content ?? script.command ?? '';
      const scope = scopeWith(tool, args, attempt.environment);
      const request = scriptRequest(script, content, args, scope, task.limits);
      const { value } = await attempt.timed((signal) => runCaptured(attempt.run.deps.scripts, request, signal));
      return scriptAnswer(value);
    },
  };
}

/** What a model is told of a script that ended: what it wrote, and what went wrong. */
export function scriptAnswer({ stdout, stderr, exitCode }: ScriptResult): ToolAnswer {
  const errors = stderr === '' ? [] : [`stderr:\n${stderr}`];
  if (exitCode === 0) return { text: [stdout, ...errors].filter((part) => part !== '').join('\n'), isError: false };
  return {
    text: [`Exit code ${exitCode}`, ...errors, ...(stdout === '' ? [] : [`stdout:\n${stdout}`])].join('\n'),
    isError: true,
  };
}
