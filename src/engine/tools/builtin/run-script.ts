import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { buildScriptRequest } from '../../effects/script-request';
import type { HandlerTool } from '../handler-tool';
import { runForModel } from '../script-tool';

/** Runs a script that the model wrote. */
export const runScriptTool: HandlerTool = {
  parameters: builtinDeclarations.run_script.parameters,
  perform: async (args, use) => {
    const language = args['language'] === 'javascript' ? 'javascript' : 'bash';
    const content = String(args['content']);
    const request = buildScriptRequest({ language }, content, {}, use.attempt.environment, use.task.limits);
    return runForModel({ ...request, stdin: String(args['stdin'] ?? '') }, use);
  },
};
