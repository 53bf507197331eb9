import { estimatePlan } from '@/plan/estimate/estimate-plan';
import { computeExpectedCosts } from '@/plan/forecast/expected-costs';
import { formatModelName } from '@/plan/format-model-name';
import type { ModelCatalogue } from '@/plan/model-facts';
import { listNamedModels } from '@/plan/models-of-plan';
import type { ModelRef, Plan } from '@/plan/plan';
import type { LoadTokenCounter } from '@/plan/ports';
import { foreseeJudgePlan } from './judge/foresee-judge';
import type { MeasuredTokens } from './measured-tokens';
import type { OpenSample } from './open-case';

/** Of very many repeats some tell what the others cost. */
const mostEstimated = 50;

/** The tokens of an answer of a judge, where none was measured: a reason of some sentences. */
const usualJudgement = 150;

/**
 * About what repeats that ask will cost, in USD; undefined: a price is not known. What tasks used in earlier runs says
 * more than what they may use at most: that counts only where nothing was measured.
 */
export async function estimateCases(
  asking: readonly OpenSample[],
  catalogue: ModelCatalogue,
  loadTokens: LoadTokenCounter,
  measured: MeasuredTokens,
): Promise<number | undefined> {
  let sum = 0;
  for (const one of asking.slice(0, mostEstimated)) {
    for (const asked of listAsked(one)) {
      const { plan } = asked;
      const models = listNamedModels(plan);
      const priceOf = (model: ModelRef) => catalogue.factsOf(model).price;
      if (models.some((model) => model.provider !== 'sim' && priceOf(model) === undefined)) return undefined;
      const estimate = estimatePlan(plan, await loadTokens(models), catalogue);
      const costs = asked.isJudge ? new Map() : computeExpectedCosts(plan, measured.tasks, priceOf);
      for (const { id } of plan.tasks) {
        const { costUsd, inputTokens, calls, model } = estimate.tasks[id] ?? {};
        if (asked.done.has(id) || costUsd == null || calls === undefined) continue;
        if (asked.isJudge && model !== undefined && inputTokens !== undefined) {
          const tokens = { inputTokens: inputTokens.low, outputTokens: measured.judgement ?? usualJudgement };
          sum += catalogue.costOf(model, tokens) ?? 0;
        } else sum += costs.get(id) ?? (costUsd.low + costUsd.high) / 2;
      }
    }
  }
  return sum * Math.max(1, asking.length / mostEstimated);
}

/** A run that asks. */
interface AskedRun {
  readonly plan: Plan;
  readonly isJudge: boolean;
  /** Tasks that ended with what is kept. */
  readonly done: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

/** The runs that ask for a repeat: of the workflow, if something of it is not kept, and of its judge. */
function listAsked([{ prepared, samples }, number]: OpenSample): readonly AskedRun[] {
  if (prepared === undefined) return [];
  const { judge, done = nothing } = samples[number - 1] ?? {};
  if (judge !== undefined) return [{ plan: judge.plan, isJudge: true, done: judge.done }];
  const judging = foreseeJudgePlan(prepared);
  const own = { plan: prepared.plan, isJudge: false, done };
  return judging === undefined ? [own] : [own, { plan: judging, isJudge: true, done: nothing }];
}

/** The models without a known price that repeats may call, each once. */
export function listUnpricedModels(asking: readonly OpenSample[], catalogue: ModelCatalogue): readonly string[] {
  const models = asking.flatMap((one) => listAsked(one).flatMap(({ plan }) => listNamedModels(plan)));
  const named = new Map(models.map((model) => [formatModelName(model), model]));
  return [...named].flatMap(([name, model]) =>
    catalogue.costOf(model, { inputTokens: 0, outputTokens: 0 }) === undefined ? [name] : [],
  );
}
