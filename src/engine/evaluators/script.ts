import { defined } from '@/base/defined';
import { AppError, toFailure } from '@/base/errors';
import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { eventTextLimits } from '@/run/event-data';
import type { Environment } from '@/workflow/expressions/environment';
import type { Evaluate } from '../attempt';
import { collectNamesInTemplates, replaceViewsByWholes } from '../capture/with-wholes';
import { runScript } from '../effects/run-script';
import { buildScriptRequest } from '../effects/script-request';
import { buildVariableName } from '../effects/variable-names';
import { checkOutcome } from '../handler/checked-outcome';
import { findStderrLine } from './stderr-line';

const onlyOnInput =
  'no environment variable, as shells or runtimes read such a name for themselves; on standard input only. script.env may set it.';

/**
 * Runs a script, or passes its inputs through if it has no body. The content is the standard output without its last
 * line break (a decision: like a shell's `$(…)`, so that it fits into a sentence).
 */
export const evaluateScript: Evaluate<'script'> = async (task, attempt) => {
  const inputs = task.readsGiven === true ? collectGivenValues(attempt.environment) : attempt.inputs();
  const body = task.script?.content ?? task.script?.command;
  if (body === undefined) return checkOutcome(task, attempt, { content: encodeJson(inputs), notes: {} });

  await attempt.begin();
  const unset = Object.keys(inputs).filter((name) => buildVariableName(name) === undefined);
  if (unset.length > 0) attempt.warn(`${unset.join(', ')}: ${onlyOnInput}`);
  const stdin = collectNamesInTemplates([task.script?.stdin ?? '']);
  const environment = await replaceViewsByWholes(attempt.environment, stdin, attempt.run);
  const request = buildScriptRequest(task.script, body, inputs, environment, task.limits);
  const { stdout, stderr, exitCode, timedOut, capture } = await runScript(request, task.limits, attempt, task.tools);
  const notes = {
    stdout: cutToStart(stdout, eventTextLimits.result),
    stderr: cutToStart(stderr, eventTextLimits.result),
    exit_code: exitCode,
  };
  const outcome = {
    content: capture?.truncated ? stdout : stdout.replace(/\r?\n$/, ''),
    notes,
    ...defined({ capture }),
  };
  return exitCode === 0
    ? checkOutcome(task, attempt, outcome)
    : { ...outcome, failure: toFailure(createScriptError(exitCode, timedOut, stderr, stdout)) };
};

/** What the containers and loops around a script give it, such as the item of a map; inner names hide outer ones. */
function collectGivenValues(environment: Environment): Readonly<Record<string, Json>> {
  const given: Environment[] = [];
  for (let scope: Environment | undefined = environment; scope !== undefined; scope = scope.outer) {
    if (scope.kind === 'given') given.unshift(scope);
  }
  const values: Record<string, Json> = {};
  for (const [name, binding] of given.flatMap(({ bindings }) => [...bindings])) {
    values[name] = binding.kind === 'value' ? binding.value : binding.result.output;
  }
  return values;
}

/** A script that says nothing on standard error may say on standard output why it failed, as many test runners do. */
function createScriptError(exitCode: number, timedOut: boolean, stderr: string, stdout: string): AppError {
  const line = cutToStart(findStderrLine(stderr) || findStderrLine(stdout), eventTextLimits.task);
  const what = `The script ended with code ${exitCode}`;
  // Heddle itself says why a script has no exit code.
  const message = exitCode === -1 && line !== '' ? line : line === '' ? `${what}.` : `${what}: ${line}`;
  return new AppError('TASK_FAILURE', message, {
    retryable: true,
    details: { reason: timedOut ? 'timeout' : 'script', exitCode },
  });
}
