import { AppError } from '@/base/errors';
import type { PlannedTask } from '@/plan/plan';
import type { TaskType } from '@/workflow/tasks';
import type { Attempt, Evaluate } from './attempt';
import { evaluators } from './evaluators';
import type { Outcome } from './outcome';

/** One attempt at a task of any type. */
export function evaluateTask(task: PlannedTask, attempt: Attempt): Promise<Outcome> {
  const evaluate = (evaluators as Partial<Record<TaskType, Evaluate<TaskType>>>)[task.type];
  if (evaluate === undefined) throw new AppError('NOT_RUN_YET', `Tasks of the type ${task.type} are not run yet.`);
  return evaluate(task, attempt);
}
