import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import { appendStep } from '@/run/journal-path';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { askPerson } from '../../questions/ask-person';
import { createAnswer, expectConversingTask, type HandlerTool, type ToolUse } from '../handler-tool';

/** Asks the person who watches the run. */
export const askUserTool: HandlerTool = {
  parameters: builtinDeclarations.ask_user.parameters,
  perform: async (args, use) => createAnswer(await askPersonOfTask(String(args['question']), use)),
};

async function askPersonOfTask(text: string, use: ToolUse): Promise<string> {
  const { attempt, key } = use;
  const { inputTimeoutMs } = expectConversingTask(use);
  const question = { kind: 'input', path: appendStep(key, 'ask', 1), text } as const;
  const asking = { question, inputHash: hashText(text), waitMs: inputTimeoutMs };
  const answer = await attempt.aside(() => askPerson(asking, attempt));
  if (answer === undefined) throw createUnansweredError(inputTimeoutMs);
  return answer;
}

function createUnansweredError(ms: number): AppError {
  return new AppError('TASK_FAILURE', `Nobody answered its question within ${ms} ms.`, {
    advice: 'Answer sooner, or raise input_timeout_ms of the task.',
    details: { reason: 'input_timeout', inputTimeoutMs: ms },
  });
}
