import { AppError, toFailure } from '@/base/errors';
import type { Json } from '@/base/json';
import { eventTextLimits } from '@/run/event-data';
import { startOf } from '@/run/start-of';
import type { Environment } from '@/workflow/expressions/environment';
import type { Evaluate } from '../attempt';
import { templateNames, withWholes } from '../capture/with-wholes';
import { runScript } from '../effects/run-script';
import { scriptRequest } from '../effects/script-request';
import { variableOf } from '../effects/variable-names';
import { checkedOutcome } from '../handler/checked-outcome';
import { stderrLine } from './stderr-line';

const onlyOnInput =
  'no environment variable, as shells or runtimes read such a name for themselves; on standard input only. script.env may set it.';

/**
 * Runs a script, or passes its inputs through if it has no body. The content is the standard output without its last
 * line break (a decision: like a shell's `$(…)`, so that it fits into a sentence).
 */
export const evaluateScript: Evaluate<'script'> = async (task, attempt) => {
  const inputs = task.readsGiven === true ? givenValues(attempt.environment) : attempt.inputs();
  const body = task.script?.content ?? task.script?.command;
  if (body === undefined) return checkedOutcome(task, attempt, { content: JSON.stringify(inputs), notes: {} });

  await attempt.begin();
  const unset = Object.keys(inputs).filter((name) => variableOf(name) === undefined);
  if (unset.length > 0) attempt.warn(`${unset.join(', ')}: ${onlyOnInput}`);
  const stdin = templateNames([task.script?.stdin ?? '']);
  const environment = await withWholes(attempt.environment, stdin, attempt.run);
  const request = scriptRequest(task.script, body, inputs, environment, task.limits);
  const { stdout, stderr, exitCode, timedOut, capture } = await runScript(request, task.limits, attempt, task.tools);
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
    : { ...outcome, failure: toFailure(failed(exitCode, timedOut, stderr, stdout)) };
};

/** The names that the container gives, such as the item of a map. */
function givenValues(environment: Environment): Readonly<Record<string, Json>> {
  let scope: Environment | undefined = environment;
  while (scope !== undefined && scope.kind !== 'given') scope = scope.outer;
  const values = [...(scope?.bindings ?? [])].map(([name, binding]) => [
    name,
    binding.kind === 'value' ? binding.value : binding.result.output,
  ]);
  return Object.fromEntries(values);
}

/** A script that says nothing on standard error may say on standard output why it failed, as many test runners do. */
function failed(exitCode: number, timedOut: boolean, stderr: string, stdout: string): AppError {
  const line = startOf(stderrLine(stderr) || stderrLine(stdout), eventTextLimits.task);
  const what = `The script ended with code ${exitCode}`;
  // Heddle itself says why a script has no exit code.
  const message = exitCode === -1 && line !== '' ? line : line === '' ? `${what}.` : `${what}: ${line}`;
  return new AppError('TASK_FAILURE', message, {
    retryable: true,
    details: { reason: timedOut ? 'timeout' : 'script', exitCode },
  });
}
