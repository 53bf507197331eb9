import { runCaptured } from '../../capture/run-captured';
import { scriptRequest } from '../../effects/script-request';
import { type HandlerTool, parameters, text } from '../handler-tool';
import { scriptAnswer } from '../script-tool';

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
  async perform(args, { task, attempt }) {
    const language = args['language'] === 'javascript' ? 'javascript' : 'bash';
    const content = String(args['content']);
    const request = scriptRequest({ language }, content, {}, attempt.environment, task.limits);
    const { value } = await attempt.timed((signal) =>
      runCaptured(attempt.run.deps.scripts, { ...request, stdin: String(args['stdin'] ?? '') }, signal),
    );
    return scriptAnswer(value);
  },
};
