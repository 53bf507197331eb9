import { estimatePlan } from '@/plan/estimate/estimate-plan';
import { formatModelName } from '@/plan/format-model-name';
import type { ModelCatalogue } from '@/plan/model-facts';
import { listNamedModels } from '@/plan/models-of-plan';
import type { Plan } from '@/plan/plan';
import type { LoadTokenCounter } from '@/plan/ports';
import { foreseeJudgePlan } from './judge/foresee-judge';
import type { OpenSample } from './open-case';

/** Of very many repeats some tell what the others cost. */
const mostEstimated = 50;

/** About what repeats that ask will cost, in USD; undefined: a price is not known. */
export async function estimateCases(
  asking: readonly OpenSample[],
  catalogue: ModelCatalogue,
  loadTokens: LoadTokenCounter,
): Promise<number | undefined> {
  let sum = 0;
  let isKnown = true;
  for (const plan of asking.slice(0, mostEstimated).flatMap(listAskedPlans)) {
    const tokens = await loadTokens(listNamedModels(plan));
    const { low, high } = estimatePlan(plan, tokens, catalogue).costUsd;
    sum += (low + high) / 2;
    isKnown &&= listNamedModels(plan).every(
      (model) => model.provider === 'sim' || catalogue.factsOf(model).price !== undefined,
    );
  }
  return isKnown ? sum * Math.max(1, asking.length / mostEstimated) : undefined;
}

/** The runs that ask for a repeat: of the workflow, if something of it is not kept, and of its judge. */
function listAskedPlans([{ prepared, samples }, number]: OpenSample): readonly Plan[] {
  if (prepared === undefined) return [];
  const { judge } = samples[number - 1] ?? {};
  if (judge !== undefined) return [judge.plan];
  const judging = foreseeJudgePlan(prepared);
  return judging === undefined ? [prepared.plan] : [prepared.plan, judging];
}

/** The models without a known price that repeats may call, each once. */
export function listUnpricedModels(asking: readonly OpenSample[], catalogue: ModelCatalogue): readonly string[] {
  const models = asking.flatMap((one) => listAskedPlans(one).flatMap(listNamedModels));
  const named = new Map(models.map((model) => [formatModelName(model), model]));
  return [...named].flatMap(([name, model]) =>
    catalogue.costOf(model, { inputTokens: 0, outputTokens: 0 }) === undefined ? [name] : [],
  );
}
