import { AppError, toFailure } from '@/base/errors';
import { hashValue } from '@/base/hash';
import type { Json } from '@/base/json';
import type { PlannedScript } from '@/plan/plan';
import { eventTextLimits } from '@/run/events';
import { at } from '@/run/path';
import { startOf } from '@/run/start-of';
import { asText, renderTemplate } from '@/workflow/expressions/template';
import type { Attempt, Evaluate } from '../attempt';
import { invalidOutput, violationsOf } from '../handler/violations';
import { missingInput, type Outcome } from '../outcome';
import type { ScriptRequest, ScriptResult } from '../ports';

/**
 * A script, or, without a body, its inputs passed through. The content is the standard output without its last line break
 * (decided: as a shell's `$(…)`, so that it fits into a sentence).
 */
export const evaluateScript: Evaluate<'script'> = async (task, attempt) => {
  const inputs = attempt.scope.inputs();
  const body = task.script?.content ?? task.script?.command;
  if (body === undefined) return checked(task, attempt, { content: JSON.stringify(inputs), notes: {} });

  await attempt.begin();
  const request = scriptRequest(task, body, inputs, attempt);
  const { stdout, stderr, exitCode } = await runScript(request, attempt);
  const notes = {
    stdout: startOf(stdout, eventTextLimits.result),
    stderr: startOf(stderr, eventTextLimits.result),
    exit_code: exitCode,
  };
  const outcome = { content: stdout.replace(/\r?\n$/, ''), notes };
  return exitCode === 0
    ? checked(task, attempt, outcome)
    : { ...outcome, failure: toFailure(failed(exitCode, stderr)) };
};

/** For a task without a limit (0): the longest that a timer of the platform can wait, 24 days. */
const noTimeoutMs = 2 ** 31 - 1;

function scriptRequest(
  { script, limits }: PlannedScript,
  content: string,
  inputs: Readonly<Record<string, Json>>,
  { scope }: Attempt,
): ScriptRequest {
  const render = (template: string) => {
    const rendered = renderTemplate(template, scope.environment);
    if (!rendered.ok) throw missingInput(rendered.error);
    return rendered.value;
  };
  const fromInputs = Object.entries(inputs).map(([name, value]) => [variableName(name), asText(value)] as const);
  const fromEnv = Object.entries(script?.env ?? {}).map(([name, value]) => [name, render(value)] as const);
  return {
    language: script?.language ?? 'bash',
    content,
    stdin: script?.stdin === undefined ? JSON.stringify(inputs) : render(script.stdin),
    env: Object.fromEntries([...fromInputs, ...fromEnv]),
    timeoutMs: script?.timeoutMs ?? (limits.timeoutMs || noTimeoutMs),
  };
}

/** An input's name as an environment variable, where only letters, digits and `_` are allowed. */
function variableName(name: string): string {
  return name.replace(/[.-]/g, '_');
}

async function runScript(request: ScriptRequest, attempt: Attempt): Promise<Omit<ScriptResult, 'binary'>> {
  const { journal, deps } = attempt.run;
  const { timeoutMs: _limit, ...asked } = request;
  const step = {
    kind: 'script.exited',
    key: at(attempt.path, 'script', 1),
    inputHash: hashValue(asked),
    task: request.content,
  } as const;
  const { text, data } = await journal.step(step, async () => {
    const { value, durationMs } = await attempt.timed((signal) => deps.scripts.run(request, signal));
    const { stdout, stderr, exitCode, binary } = value;
    return { text: stdout, data: { exitCode, binary, stderr: await journal.payload(stderr), durationMs } };
  });
  return { stdout: text, stderr: await journal.read(data.stderr), exitCode: data.exitCode };
}

/** A script is told nothing of a violation: there is no conversation to repair it in. */
function checked(task: PlannedScript, attempt: Attempt, outcome: Outcome): Outcome {
  if (task.outputSchema === undefined && task.validate === undefined) return outcome;
  const violations = violationsOf(task, outcome.content, attempt.scope.names());
  if (violations.length === 0) return outcome;
  return { ...outcome, failure: toFailure(invalidOutput(violations)) };
}

function failed(exitCode: number, stderr: string): AppError {
  const said = stderr.trim().split('\n').at(-1) ?? '';
  const what =
    exitCode === -1 ? 'The script was stopped or could not be started' : `The script ended with code ${exitCode}`;
  return new AppError('TASK_FAILURE', said === '' ? `${what}.` : `${what}: ${startOf(said, eventTextLimits.task)}`, {
    retryable: true,
    details: { reason: 'script', exitCode },
  });
}
