import { AppError } from '@/base/errors';
import type { PlannedTask } from '@/plan/plan';
import type { TaskType } from '@/workflow/tasks';
import type { Attempt, Evaluate } from './attempt';
import { evaluateBestOf } from './best-of';
import { evaluators } from './evaluators';
import type { Outcome } from './outcome';
import { voteOnTask } from './voting/vote-on-task';

/** One attempt at a task of any type. The votes of a pipeline are those of its steps. */
export function evaluateTask(task: PlannedTask, attempt: Attempt): Promise<Outcome> {
  const { voting, bestOf } = task;
  if (voting !== undefined && task.type !== 'pipeline') return voteOnTask(task, voting, attempt, evaluateOnce);
  return bestOf === undefined ? evaluateOnce(task, attempt) : evaluateBestOf(task, bestOf, attempt, evaluateOnce);
}

function evaluateOnce(task: PlannedTask, attempt: Attempt): Promise<Outcome> {
  const evaluate = (evaluators as Partial<Record<TaskType, Evaluate<TaskType>>>)[task.type];
  if (evaluate === undefined) throw new AppError('NOT_RUN_YET', `Tasks of the type ${task.type} are not run yet.`);
  return evaluate(task, attempt);
}
