import { AppError } from '@/base/errors';
import { listWorkflowTools } from '@/plan/resolve/resolve-tools';
import { formatPromptValue } from '@/workflow/expressions/template';
import type { Evaluate } from '../attempt';
import { decomposeTask } from '../decompose/decompose';

/** Decomposes a failed task that the document describes. The result is that of the tasks that replace it. */
export const evaluateReparse: Evaluate<'reparse'> = async (task, attempt) => {
  attempt.started();
  const { frame, run, environment } = attempt;
  if (frame.depth.reparses >= task.maxDepth) {
    throw new AppError('TASK_FAILURE', `Tasks are decomposed ${task.maxDepth} times within one another at the most.`, {
      details: { reason: 'reparse_depth', limit: task.maxDepth },
    });
  }
  const work = {
    prompt: task.originalPrompt,
    error: formatPromptValue(task.error),
    call: task,
    limits: task.limits,
    tools: listWorkflowTools(run.plan.settings),
    environment,
  };
  return decomposeTask(work, 'reparse', attempt);
};
