import { AppError, toFailure } from '@/base/errors';
import { eventTextLimits } from '@/run/event-data';
import { startOf } from '@/run/start-of';
import type { Evaluate } from '../attempt';
import { templateNames, withWholes } from '../capture/with-wholes';
import { runScript } from '../effects/run-script';
import { scriptRequest } from '../effects/script-request';
import { variableOf } from '../effects/variable-names';
import { checkedOutcome } from '../handler/checked-outcome';

const onlyOnInput =
  'no environment variable, as shells or runtimes read such a name for themselves; on standard input only. script.env may set it.';

/**
 * Runs a script, or passes its inputs through if it has no body. The content is the standard output without its last
 * line break (a decision: like a shell's `$(…)`, so that it fits into a sentence).
 */
export const evaluateScript: Evaluate<'script'> = async (task, attempt) => {
  const inputs = attempt.inputs();
  const body = task.script?.content ?? task.script?.command;
  if (body === undefined) return checkedOutcome(task, attempt, { content: JSON.stringify(inputs), notes: {} });

  await attempt.begin();
  const unset = Object.keys(inputs).filter((name) => variableOf(name) === undefined);
  if (unset.length > 0) attempt.warn(`${unset.join(', ')}: ${onlyOnInput}`);
  const stdin = templateNames([task.script?.stdin ?? '']);
  const environment = await withWholes(attempt.environment, stdin, attempt.run);
  const request = scriptRequest(task.script, body, inputs, environment, task.limits);
  const { stdout, stderr, exitCode, capture } = await runScript(request, task.limits, attempt);
  const notes = {
    stdout: startOf(stdout, eventTextLimits.result),
    stderr: startOf(stderr, eventTextLimits.result),
    exit_code: exitCode,
  };
  const outcome = {
    content: capture?.truncated ? stdout : stdout.replace(/\r?\n$/, ''),
    notes,
    ...(capture === undefined ? {} : { capture }),
  };
  return exitCode === 0
    ? checkedOutcome(task, attempt, outcome)
    : { ...outcome, failure: toFailure(failed(exitCode, stderr)) };
};

function failed(exitCode: number, stderr: string): AppError {
  const lastLine = stderr.trim().split('\n').at(-1) ?? '';
  const what =
    exitCode === -1 ? 'The script was stopped or could not be started' : `The script ended with code ${exitCode}`;
  return new AppError(
    'TASK_FAILURE',
    lastLine === '' ? `${what}.` : `${what}: ${startOf(lastLine, eventTextLimits.task)}`,
    {
      retryable: true,
      details: { reason: 'script', exitCode },
    },
  );
}
