import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { computeCost } from '../cost-at';
import { findTaskModel } from '../estimate/output-sizes';
import type { Price } from '../model-facts';
import type { ModelRef, PlanDefinition } from '../plan';
import { findPlannedTask } from '../planned-at';
import { isSimulated } from '../simulated-only';

/** What the calls that a task made itself used in an earlier run. */
export interface UsedTokens {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
  /** USD, without the calls in `unpricedCalls`. */
  readonly costUsd: number;
  readonly unpricedCalls: number;
  /** The models that answered, as `provider:name`; empty: not known. */
  readonly models: readonly string[];
}

/** The price of a model; undefined: not known. */
export type PriceOf = (model: ModelRef) => Price | undefined;

/**
 * What each task is expected to cost with all that is in it, in USD: the tokens of an earlier run at the price of the
 * model that the plan asks, whichever model answered then. Null: the price is not known, or nothing is known of the
 * tokens, because a simulated model answered. A task is left out if no call of it is known.
 */
export function computeExpectedCosts(
  plan: Pick<PlanDefinition, 'tasks' | 'library'>,
  used: ReadonlyMap<TaskPath, UsedTokens>,
  priceOf: PriceOf,
): ReadonlyMap<TaskPath, number | null> {
  const costs = new Map<TaskPath, number | null>();
  for (const [path, tokens] of used) {
    const model = findAskedModel(plan, path);
    // The plan does not have the task any more.
    if (model === undefined) continue;
    const cost = computeCostWith(model, tokens, priceOf);
    for (let around: TaskPath | undefined = path; around !== undefined; around = findContainerPath(around)) {
      const before = costs.get(around);
      costs.set(around, before === null || cost === null ? null : (before ?? 0) + cost);
    }
  }
  return costs;
}

/** The model that the plan asks for a task; for one that a model made up in the run, that of the task around it. */
function findAskedModel(plan: Pick<PlanDefinition, 'tasks' | 'library'>, path: TaskPath): ModelRef | undefined {
  for (let around: TaskPath | undefined = path; around !== undefined; around = findContainerPath(around)) {
    const task = findPlannedTask(plan, around);
    if (task !== undefined) return findTaskModel(task);
  }
  return undefined;
}

function computeCostWith(model: ModelRef, used: UsedTokens, priceOf: PriceOf): number | null {
  if (isSimulated(model)) return 0;
  if (used.models.length === 0 || used.models.some(isSimulated)) return null;
  const price = priceOf(model);
  const isSame = used.models.every((name) => name === `${model.provider}:${model.model}`);
  // A provider, or a person, may have told the run what the model costs.
  if (price === undefined) return isSame && used.unpricedCalls === 0 ? used.costUsd : null;
  const calls = Math.max(1, used.calls);
  const each = (tokens: number | undefined) => (tokens ?? 0) / calls;
  const cached = isSame && {
    cachedTokens: each(used.cachedTokens),
    cacheWriteTokens: each(used.cacheWriteTokens),
  };
  return (
    calls *
    computeCost(price, { inputTokens: each(used.inputTokens), outputTokens: each(used.outputTokens), ...cached })
  );
}
