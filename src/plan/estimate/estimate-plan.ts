import { runAllSteps } from '@/base/run-all-steps';
import type { PlannedFile } from '../attachments/planned-files';
import type { ModelCatalogue } from '../model-facts';
import { listPlanModels, listUnpricedUnderBudget } from '../models-of-plan';
import type { Plan } from '../plan';
import type { TokenCounter } from '../ports';
import type { EstimateStep, PlanEstimate, TaskEstimate } from './estimate';
import { TaskEstimator } from './estimate-task';
import { findLongestPath, listWaves } from './longest-path';
import { OutputSizes } from './output-sizes';
import { nothing, sumRanges } from './range';
import { describeUncountedInPlan } from './uncounted';

/**
 * Estimates what a run of the plan will use, without sending anything. Outputs that are not known yet are `‹output of
 * NAME›` in the prompts. Each of them, and each reply, counts from no tokens to the most tokens of a reply
 * (`output-cap.ts`). The low end of a sum skips every task that may be skipped, and runs each loop as briefly as
 * possible; the high end does the opposite. `uncounted` says what both leave out. `files`: the workflow's attached
 * files, as they are now.
 */
export function estimatePlan(
  plan: Plan,
  tokens: TokenCounter,
  catalogue: ModelCatalogue,
  files: readonly PlannedFile[] = [],
): PlanEstimate {
  return runAllSteps(estimateInSteps(plan, tokens, catalogue, files));
}

/** Tasks of the first step, which is to be seen soon, and of each step after it. */
const [tasksOfFirstStep, tasksOfStep] = [100, 500];

/** As {@link estimatePlan}, some tasks at each step but the last. */
export function* estimateInSteps(
  plan: Plan,
  tokens: TokenCounter,
  catalogue: ModelCatalogue,
  files: readonly PlannedFile[],
): Generator<EstimateStep, PlanEstimate> {
  const estimator = new TaskEstimator(plan, tokens, catalogue, new OutputSizes(plan, catalogue), files);
  const waves = listWaves(plan);
  const all = plan.tasks.length;
  const sum = new StepSums();
  let told = 0;
  let next = tasksOfFirstStep;
  const steps = estimator.top();
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    sum.add(step.value);
    if (sum.done < next || sum.done === all) continue;
    next = sum.done + tasksOfStep;
    const tasks = Object.entries(estimator.estimates).slice(told);
    told += tasks.length;
    yield { ...sum.figures(), all, waves, tasks: Object.fromEntries(tasks) };
  }
  const top = step.value;
  const cut = estimator.unfollowed;
  const priceDates = findPriceDates(plan, catalogue);
  return {
    waves,
    tasks: estimator.estimates,
    calls: sumRanges(top.map(({ calls }) => calls)),
    tokens: sumRanges(top.flatMap((task: TaskEstimate) => [task.inputTokens, task.outputTokens])),
    costUsd: sumRanges(top.map(({ costUsd }) => costUsd ?? nothing)),
    unpriced: [...estimator.unpriced],
    unpricedUnderBudget: listUnpricedUnderBudget(plan, catalogue),
    prices: Object.fromEntries(
      listPlanModels(plan).flatMap((model) => {
        const { price } = catalogue.factsOf(model);
        return price === undefined ? [] : [[`${model.provider}:${model.model}`, price]];
      }),
    ),
    pricesAsOf: Object.values(priceDates).toSorted()[0] ?? catalogue.pricesAsOf,
    priceDates,
    longestPath: findLongestPath(plan),
    uncounted: [...describeUncountedInPlan(plan), ...(cut === undefined ? [] : [cut])],
    ...(cut === undefined ? {} : { isCut: true }),
  };
}

/** What the tasks of a plan take that are estimated so far. */
class StepSums {
  #done = 0;
  #calls = nothing;
  #tokens = nothing;
  #costUsd = nothing;

  get done(): number {
    return this.#done;
  }

  add({ calls, inputTokens, outputTokens, costUsd }: TaskEstimate): void {
    this.#done += 1;
    this.#calls = sumRanges([this.#calls, calls]);
    this.#tokens = sumRanges([this.#tokens, inputTokens, outputTokens]);
    this.#costUsd = sumRanges([this.#costUsd, costUsd ?? nothing]);
  }

  figures(): Pick<EstimateStep, 'done' | 'calls' | 'tokens' | 'costUsd'> {
    return { done: this.#done, calls: this.#calls, tokens: this.#tokens, costUsd: this.#costUsd };
  }
}

/** The day of each price. What costs nothing anywhere needs none. */
function findPriceDates(plan: Plan, catalogue: ModelCatalogue): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listPlanModels(plan).flatMap((model): [string, string][] => {
      const { price, priceAsOf } = catalogue.factsOf(model);
      const isFree = price?.inputPerMillion === 0 && price.outputPerMillion === 0;
      return priceAsOf === undefined || isFree ? [] : [[`${model.provider}:${model.model}`, priceAsOf]];
    }),
  );
}
