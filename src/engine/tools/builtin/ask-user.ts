import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import { eventTextLimits } from '@/run/event-data';
import { at } from '@/run/journal-path';
import { startOf } from '@/run/start-of';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { elapsed } from '../../effects/elapsed';
import { withTimeout } from '../../effects/with-timeout';
import { tell } from '../../log/tell';
import { conversingTask, type HandlerTool, said, type ToolUse } from '../handler-tool';

/** Asks the person who watches the run. The wait takes no slot and does not count against `timeout_ms`. */
export const askUser: HandlerTool = {
  parameters: builtinDeclarations.ask_user.parameters,
  perform: async (args, use) => said(await ask(String(args['question']), use)),
};

async function ask(question: string, use: ToolUse): Promise<string> {
  const { attempt, key } = use;
  const { inputTimeoutMs } = conversingTask(use);
  const { run, signal } = attempt;
  const { clock, person } = run.deps;
  const path = at(key, 'ask', 1);
  const short = startOf(question, eventTextLimits.task);
  const ref = short.length === question.length ? {} : { ref: await run.journal.store(question) };
  tell(run, {
    kind: 'input.requested',
    path,
    task: short,
    full_result_len: question.length,
    ...ref,
    data: { kind: 'input' },
  });
  const step = { kind: 'input.provided', key: path, inputHash: hashText(question) } as const;
  const { text: answer } = await attempt.aside(() =>
    run.journal.step(step, async () => {
      const start = clock.now();
      const given = await withTimeout(clock, inputTimeoutMs, signal, (waiting) =>
        person.ask(run.executionId, { kind: 'input', path, text: question }, waiting),
      ).catch((error: unknown) => {
        throw isTimeout(error) ? unanswered(inputTimeoutMs) : error;
      });
      return { text: given, data: { kind: 'input', durationMs: elapsed(clock, start) } };
    }),
  );
  return answer;
}

function isTimeout(error: unknown): boolean {
  return error instanceof AppError && error.details?.['reason'] === 'timeout';
}

function unanswered(ms: number): AppError {
  return new AppError('TASK_FAILURE', `Nobody answered its question within ${ms} ms.`, {
    advice: 'Answer sooner, or raise input_timeout_ms of the task.',
    details: { reason: 'input_timeout', inputTimeoutMs: ms },
  });
}
