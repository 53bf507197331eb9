import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import { at } from '@/run/journal-path';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { askPerson } from '../../questions/ask-person';
import { conversingTask, type HandlerTool, said, type ToolUse } from '../handler-tool';

/** Asks the person who watches the run. */
export const askUser: HandlerTool = {
  parameters: builtinDeclarations.ask_user.parameters,
  perform: async (args, use) => said(await ask(String(args['question']), use)),
};

async function ask(text: string, use: ToolUse): Promise<string> {
  const { attempt, key } = use;
  const { inputTimeoutMs } = conversingTask(use);
  const question = { kind: 'input', path: at(key, 'ask', 1), text } as const;
  const asking = { question, inputHash: hashText(text), waitMs: inputTimeoutMs };
  const answer = await attempt.aside(() => askPerson(asking, attempt));
  if (answer === undefined) throw unanswered(inputTimeoutMs);
  return answer;
}

function unanswered(ms: number): AppError {
  return new AppError('TASK_FAILURE', `Nobody answered its question within ${ms} ms.`, {
    advice: 'Answer sooner, or raise input_timeout_ms of the task.',
    details: { reason: 'input_timeout', inputTimeoutMs: ms },
  });
}
