import type { PlanEstimate } from '@/plan/estimate/estimate';
import type { TaskPath } from '@/workflow/task-path';
import { usePlanned } from '../../plan/use-planned';

/**
 * The price in USD of one input token of a task, from the estimate of the workflow as it is now; undefined: not known.
 */
export function findInputPrice({ tasks }: Pick<PlanEstimate, 'tasks'>, taskPath: TaskPath): number | undefined {
  const { costUsd, inputTokens } = tasks[taskPath] ?? {};
  // The low estimate has no output, so its cost is that of the input.
  if (!costUsd || inputTokens === undefined || inputTokens.low === 0) return undefined;
  return costUsd.low / inputTokens.low;
}

/** The same for the open workflow, computed where it is shown. */
export function useInputPrice(taskPath: TaskPath): number | undefined {
  const { state } = usePlanned();
  if (state.status !== 'ready' || !state.planned.ok) return undefined;
  return findInputPrice(state.planned.estimate, taskPath);
}
