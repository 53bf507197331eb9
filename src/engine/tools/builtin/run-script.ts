import { scriptRequest } from '../../effects/script-request';
import { type HandlerTool, parameters, text } from '../handler-tool';
import { runForModel } from '../script-tool';

/** Runs a script that the model wrote. */
export const runScript: HandlerTool = {
  description: 'Run a script, and get what it writes.',
  parameters: parameters(
    {
      language: { enum: ['bash', 'javascript'], description: 'Default bash.' },
      content: text('The script.'),
      stdin: text('Its standard input. Default empty.'),
    },
    ['content'],
  ),
  perform: async (args, use) => {
    const language = args['language'] === 'javascript' ? 'javascript' : 'bash';
    const content = String(args['content']);
    const request = scriptRequest({ language }, content, {}, use.attempt.environment, use.task.limits);
    return runForModel({ ...request, stdin: String(args['stdin'] ?? '') }, use);
  },
};
