import { AppError, toFailure } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { eventTextLimits } from '@/run/event-data';
import { appendStep } from '@/run/journal-path';
import type { Evaluate } from '../attempt';
import { evaluateWhole } from '../capture/with-wholes';
import { refusedReason } from '../effects/retry';
import { checkOutcome } from '../handler/checked-outcome';
import { createMissingInputError } from '../outcome';
import { callTool } from '../tools/call-tool';
import type { ToolEffects } from '../tools/handler-tool';

/** Performs a tool without a model: with the checks, secrets and limits that a model's call of it has. */
export const evaluateTool: Evaluate<'tool'> = async (task, attempt) => {
  const args = await evaluateWhole(task.args, attempt.environment, true, attempt.run);
  if (!args.ok) throw createMissingInputError(args.error);
  await attempt.begin();
  const [{ name, safeName }] = task.tools;
  const call = { id: '', name: safeName, arguments: encodeJson(args.value) };
  // There is no context to spare: the answer is the result, as large as a result may be.
  const limits = { ...task.limits, maxContextBytes: task.limits.maxStoredBytes };
  const answer = await callTool(
    call,
    { task: { ...task, limits }, attempt, key: appendStep(attempt.path, 'tool', 1) },
    noEffects,
  );
  const outcome = { content: answer.text, notes: {} };
  if (answer.approved?.verdict === 'refused')
    return { ...outcome, failure: toFailure(createRefusedToolError(name, answer.text)) };
  if (answer.isError) return { ...outcome, failure: toFailure(createFailedToolError(name, answer.text)) };
  return checkOutcome(task, attempt, outcome);
};

/** A tool that a task performs has no conversation to change. */
const noEffects: ToolEffects = { note() {}, attach() {}, detach() {}, requestEvaluation() {} };

function createRefusedToolError(name: string, answer: string): AppError {
  return new AppError('TASK_FAILURE', `“${name}” was not called. ${answer}`, { details: { reason: refusedReason } });
}

function createFailedToolError(name: string, answer: string): AppError {
  const [line = ''] = answer.trim().split('\n');
  const message = `The tool “${name}” failed: ${cutToStart(line, eventTextLimits.task)}`;
  return new AppError('TASK_FAILURE', message, { retryable: true, details: { reason: 'tool' } });
}
