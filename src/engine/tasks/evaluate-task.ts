import type { PlannedTask } from '@/plan/plan';
import type { TaskType } from '@/workflow/tasks';
import type { Attempt, Evaluate } from '../attempt';
import { evaluators } from '../evaluators';
import type { Outcome } from '../outcome';
import { voteOnTask } from '../voting/vote-on-task';
import { evaluateBestOf } from './best-of';
import { buildPinnedOutcome } from './pinned-outcome';

/**
 * One attempt at a task of any type. A pinned one gives its output, and does not run. A pipeline votes on each of its
 * steps instead.
 */
export function evaluateTask(task: PlannedTask, attempt: Attempt): Promise<Outcome> {
  const { voting, bestOf, pinned } = task;
  if (pinned !== undefined) return buildPinnedOutcome(task, pinned, attempt);
  if (voting !== undefined && task.type !== 'pipeline') return voteOnTask(task, voting, attempt, evaluateOnce);
  return bestOf === undefined ? evaluateOnce(task, attempt) : evaluateBestOf(task, bestOf, attempt, evaluateOnce);
}

function evaluateOnce(task: PlannedTask, attempt: Attempt): Promise<Outcome> {
  const evaluate = evaluators[task.type] as Evaluate<TaskType>;
  return evaluate(task, attempt);
}
