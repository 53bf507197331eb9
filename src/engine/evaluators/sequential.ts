import { createCancelledError } from '@/base/cancelled';
import type { Json } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import { listReferenceNames } from '@/workflow/expressions/reference';
import { readFrom } from '@/workflow/tasks/input-kind';
import type { Evaluate } from '../attempt';
import { CompletedSteps } from '../context/completed-steps';
import { stepContext } from '../context/step-context';
import { buildHandedOnResult, buildPartFailure, type Outcome } from '../outcome';
import type { Completed, Failed } from '../task-end';
import { Results } from '../tasks/results';

/** Runs steps in order. The result is that of the last step that was not skipped. */
export const evaluateSequential: Evaluate<'sequential'> = async (task, attempt) => {
  attempt.started(task.steps.length);
  const { steps } = task;
  const results = new Results({ tasks: steps }, attempt.environment);
  const { history, context } = stepContext(task, attempt);
  const completed = new CompletedSteps();
  let last: Completed | undefined;

  for (const [index, step] of steps.entries()) {
    const previous = last?.record;
    const ended = await attempt.part(step, {
      environment: results.environment,
      context,
      previous: () => previous,
    });
    if (ended.status === 'cancelled') throw createCancelledError('The run');
    const end =
      ended.status === 'failed' && isPassedOn(step, ended, steps.slice(index + 1)) ? completeFailedStep(ended) : ended;
    if (end.status === 'failed') {
      return { content: '', notes: completed.notes(index + 1), failure: buildPartFailure(step, end) };
    }
    if (task.isRead[index]) results.add(step, end);
    if (end.status !== 'completed') continue;
    last = end;
    history.add(step.id, end.record);
    completed.add(step.id, end);
  }
  if (last === undefined) return buildSkippedOutcome(steps);
  return buildHandedOnResult(last);
};

function buildSkippedOutcome(steps: readonly PlannedTask[]): Outcome {
  const skip = { status: 'skipped', reason: 'parts_skipped' } as const;
  return { content: '', notes: {}, ...(steps.length === 0 ? {} : { skip }) };
}

/**
 * Whether the failure of a script that exited with a code other than 0 is passed on instead of failing the sequence. It
 * is if the next step judges it: an evaluator, or a step whose inputs name the script (language page, 5.3).
 */
function isPassedOn(step: PlannedTask, { record }: Failed, rest: readonly PlannedTask[]): boolean {
  if (step.type !== 'script' || typeof record.notes['exit_code'] !== 'number') return false;
  const consumer = rest[0];
  if (consumer === undefined) return false;
  return consumer.subtype === 'evaluator' || Object.values(consumer.inputs).some((input) => isNaming(input, step.id));
}

function isNaming(input: Json, id: string): boolean {
  const path = readFrom(input);
  return path !== undefined && listReferenceNames(path).includes(id);
}

function completeFailedStep({ record, failure }: Failed): Completed {
  return { status: 'completed', record, returns: {}, seq: 0, endedAt: 0, failure };
}
