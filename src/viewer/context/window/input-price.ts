import type { PlanEstimate } from '@/plan/estimate/estimate';
import type { TaskPath } from '@/workflow/task-path';
import { usePlanned } from '../../plan/use-planned';

/**
 * USD that a token costs which is sent by the task at a place, by the estimate of the workflow as it stands; undefined:
 * not known.
 */
export function inputPriceOf({ tasks }: Pick<PlanEstimate, 'tasks'>, taskPath: TaskPath): number | undefined {
  const { costUsd, inputTokens } = tasks[taskPath] ?? {};
  // At the least a call says nothing: what it costs then is what it is sent.
  if (!costUsd || inputTokens === undefined || inputTokens.low === 0) return undefined;
  return costUsd.low / inputTokens.low;
}

/** The same of the open workflow, worked out where it is shown. */
export function useInputPrice(taskPath: TaskPath): number | undefined {
  const { state } = usePlanned();
  if (state.status !== 'ready' || !state.planned.ok) return undefined;
  return inputPriceOf(state.planned.estimate, taskPath);
}
