import { type Failure, toFailure } from '@/base/errors';
import { assemblePrompt } from '@/plan/assemble-prompt';
import type { PlannedCall, PlannedReparse, PlannedTask } from '@/plan/plan';
import { collectExpressionNames } from '@/workflow/expressions/environment';
import { asksOwnModel } from '@/workflow/tasks/traits';
import type { Attempt, RunContext } from '../attempt';
import { readWholeContent } from '../capture/whole';
import { collectExpressionWords, replaceViewsByWholes } from '../capture/with-wholes';
import { checkContent, createInvalidOutputError } from '../handler/violations';
import { buildFailedOutcome, type Outcome } from '../outcome';
import { makeAndUseAttempt } from '../tasks/create-attempt';
import { LeftOver } from '../tasks/left-over';
import { type Final, retryUntilFinal, type TaskExecution } from '../tasks/retry-task';
import { formatFailure } from './ask-decomposer';
import { decomposeTask } from './decompose';

/**
 * Attempts a task until it has a result or its policy gives up. Then, if its `reparse` covers the failure, it
 * decomposes the task; the result is that of the replacing tasks. If these fail too, the failure is that of the last
 * try.
 */
export async function retryOrDecompose(execution: TaskExecution): Promise<Final> {
  const final = await retryUntilFinal(execution);
  const { task, frame } = execution;
  const { failure } = final.outcome;
  const { reparse } = task;
  if (failure === undefined || reparse === undefined || !isCovered(failure, reparse.on)) return final;
  if (frame.depth.reparses >= reparse.maxDepth) return final;
  const call = findDecomposerCall(task, frame.run);
  if (call === undefined) return final;
  const options = { ...execution, left: new LeftOver(), number: final.attempts, given: {} };
  return makeAndUseAttempt(options, async (attempt) => {
    try {
      const outcome = await runDecomposed(execution, final, failure, call, reparse, attempt);
      return { ...final, outcome };
    } catch (error) {
      const { message } = buildFailedOutcome(error, attempt.signal).failure ?? toFailure(error);
      attempt.warn(`The task could not be decomposed: ${message}`);
      return final;
    }
  });
}

async function runDecomposed(
  { task, frame }: TaskExecution,
  { environment }: Final,
  failure: Failure,
  call: PlannedCall,
  reparse: PlannedReparse,
  attempt: Attempt,
): Promise<Outcome> {
  const prompt =
    task.type === 'atomic'
      ? assemblePrompt(task, environment, { context: [], givenNames: frame.givenNames })
      : undefined;
  const asked = prompt?.ok ? prompt.value.messages.findLast(({ role }) => role === 'user')?.content : undefined;
  const tools = task.type === 'atomic' ? task.tools : [];
  const work = {
    prompt: asked ?? task.label,
    error: formatFailure(failure),
    call,
    limits: task.limits,
    tools,
    reparse,
    environment,
  };
  const outcome = await decomposeTask(work, failure.code, attempt);
  if (outcome.failure !== undefined) return outcome;
  const names = collectExpressionNames(
    await replaceViewsByWholes(environment, collectExpressionWords([task.validate]), frame.run),
  );
  const { violations } = checkContent(task, await readWholeContent(outcome, frame.run), names);
  return violations.length === 0 ? outcome : { ...outcome, failure: toFailure(createInvalidOutputError(violations)) };
}

/** The model of a task that asks one itself; otherwise the decomposer's. */
function findDecomposerCall(task: PlannedTask, { plan }: RunContext): PlannedCall | undefined {
  if (asksOwnModel(task)) return task;
  const decomposer = plan.library['decomposer']?.task;
  return decomposer?.type === 'atomic' ? decomposer : undefined;
}

const budgets: ReadonlySet<unknown> = new Set(['tokens', 'cost']);

function isCovered({ code, details }: Failure, on: PlannedReparse['on']): boolean {
  switch (code) {
    case 'RESOURCE_EXHAUSTION':
      // A budget that is used up does not pay for a decomposition either.
      return on.includes('resource_exhaustion') && !budgets.has(details?.['resource']);
    case 'INVALID_OUTPUT':
      return on.includes('invalid_output');
    case 'TASK_FAILURE':
      return on.includes('task_failure') || (details?.['reason'] === 'no_progress' && on.includes('no_progress'));
    default:
      return false;
  }
}
