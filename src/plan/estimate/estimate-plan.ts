import type { PlannedFile } from '../attachments/planned-files';
import type { ModelCatalogue } from '../model-facts';
import { unpricedUnderBudget } from '../models-under-budget';
import type { Plan } from '../plan';
import type { TokenCounter } from '../ports';
import type { PlanEstimate, TaskEstimate } from './estimate';
import { TaskEstimator } from './estimate-task';
import { foreseeGlobal, foreseeTasks } from './foreseen';
import { longestPath, wavesOf } from './longest-path';
import { mostTokensBy } from './most-tokens';
import { nothing, sumOf } from './range';

/**
 * What a run of the plan will take, nothing sent. What is not known yet is in the prompts as `‹output of NAME›` and
 * counts between nothing and the most tokens of a reply there (`output-cap.ts`); likewise every reply. The low end of a
 * sum takes each task that may be skipped as skipped, each loop as short as it may be; the high end as long. Retries
 * and repair turns are not counted. `files`: those of the workflow that are attached, as they are now.
 */
export function estimatePlan(
  plan: Plan,
  tokens: TokenCounter,
  catalogue: ModelCatalogue,
  files: readonly PlannedFile[] = [],
): PlanEstimate {
  const most = mostTokensBy(catalogue);
  const estimator = new TaskEstimator(plan, tokens, catalogue, most, files);
  const top = estimator.graph(
    plan.tasks,
    undefined,
    { low: 1, high: 1 },
    foreseeTasks(plan.tasks, undefined, foreseeGlobal(plan, most)),
  );
  return {
    waves: wavesOf(plan),
    tasks: estimator.estimates,
    calls: sumOf(top.map(({ calls }) => calls)),
    tokens: sumOf(top.flatMap((task: TaskEstimate) => [task.inputTokens, task.outputTokens])),
    costUsd: sumOf(top.map(({ costUsd }) => costUsd ?? nothing)),
    unpriced: [...estimator.unpriced],
    unpricedUnderBudget: unpricedUnderBudget(plan, catalogue),
    pricesAsOf: catalogue.pricesAsOf,
    longestPath: longestPath(plan),
  };
}
