import { defined } from '@/base/defined';
import type { JsonObject } from '@/base/json';
import type { ContextPlan } from '@/plan/context/context-plan';
import { hasExactTokens, type PlanEstimate, type Range } from '@/plan/estimate/estimate';
import { formatModelName } from '@/plan/format-model-name';
import type { Plan, PlannedTask } from '@/plan/plan';
import { listPlannedSecrets } from '@/plan/secrets/secret-uses';

/**
 * A plan and its figures for other programs. Waves count from 1; ranges go from `low` to `high`; `cost_usd` is null if
 * the price is not known. Keys are added, never renamed.
 */
export function planJson(plan: Plan, estimate: PlanEstimate): JsonObject {
  return {
    name: plan.name,
    hash: plan.hash,
    max_concurrency: plan.maxConcurrency,
    waves: estimate.waves.map((ids) => [...ids]),
    calls: formatRangeJson(estimate.calls),
    tokens: formatRangeJson(estimate.tokens),
    cost_usd: formatRangeJson(estimate.costUsd),
    uncounted: [...estimate.uncounted],
    prices_as_of: estimate.pricesAsOf,
    price_dates: { ...estimate.priceDates },
    unpriced_models: [...estimate.unpriced],
    unpriced_under_budget: [...estimate.unpricedUnderBudget],
    longest_path: [...estimate.longestPath],
    secrets: listPlannedSecrets(plan).map(({ secret, target, taskPath, tool }) => ({
      secret,
      sent_to: target,
      task: taskPath,
      tool,
    })),
    tasks: plan.tasks.map((task) => formatTaskJson(task, plan, estimate)),
  };
}

function formatTaskJson({ id, type, wave, needs }: PlannedTask, plan: Plan, estimate: PlanEstimate): JsonObject {
  const foreseen = estimate.tasks[id];
  const figures = foreseen && {
    calls: formatRangeJson(foreseen.calls),
    input_tokens: formatRangeJson(foreseen.inputTokens),
    output_tokens: formatRangeJson(foreseen.outputTokens),
    tokens_exact: hasExactTokens(foreseen),
    ...defined({
      window: foreseen.window && { ...foreseen.window, call: formatRangeJson(foreseen.window.call) },
      context: foreseen.context && formatContextJson(foreseen.context),
    }),
    cost_usd: foreseen.costUsd && formatRangeJson(foreseen.costUsd),
    ...(foreseen.assumed.length === 0 ? {} : { assumed: [...foreseen.assumed] }),
    ...defined({
      model: foreseen.model && formatModelName(foreseen.model),
      fallback_models: foreseen.fallbacks?.map(formatModelName),
    }),
  };
  return { id, type, wave: wave + 1, needs: needs.map((index) => plan.tasks[index]?.id ?? ''), ...figures };
}

/** Which outputs may be in a task's prompt, and which not. Bytes and tokens are upper limits. */
function formatContextJson({ choices, unlisted, maxTasks, maxBytes, minRelevance }: ContextPlan): JsonObject {
  return {
    max_tasks: maxTasks,
    max_bytes: maxBytes,
    min_relevance: minRelevance,
    choices: choices.map(({ id, relevance, rule, verdict, reason, bytes, tokens = null }) => {
      return { id, relevance, rule, verdict, reason, bytes, tokens };
    }),
    unlisted,
  };
}

const formatRangeJson = ({ low, high }: Range): JsonObject => ({ low, high });
