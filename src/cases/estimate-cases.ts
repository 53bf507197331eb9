import { estimatePlan } from '@/plan/estimate/estimate-plan';
import { formatModelName } from '@/plan/format-model-name';
import type { ModelCatalogue } from '@/plan/model-facts';
import { listNamedModels } from '@/plan/models-of-plan';
import type { LoadTokenCounter } from '@/plan/ports';
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
  for (const [{ prepared }] of asking.slice(0, mostEstimated)) {
    if (prepared === undefined) continue;
    const tokens = await loadTokens(listNamedModels(prepared.plan));
    const { low, high } = estimatePlan(prepared.plan, tokens, catalogue).costUsd;
    sum += (low + high) / 2;
    isKnown &&= listNamedModels(prepared.plan).every(
      (model) => model.provider === 'sim' || catalogue.factsOf(model).price !== undefined,
    );
  }
  return isKnown ? sum * Math.max(1, asking.length / mostEstimated) : undefined;
}

/** The models without a known price that repeats may call, each once. */
export function listUnpricedModels(asking: readonly OpenSample[], catalogue: ModelCatalogue): readonly string[] {
  const models = asking.flatMap(([{ prepared }]) => (prepared === undefined ? [] : listNamedModels(prepared.plan)));
  const named = new Map(models.map((model) => [formatModelName(model), model]));
  return [...named].flatMap(([name, model]) =>
    catalogue.costOf(model, { inputTokens: 0, outputTokens: 0 }) === undefined ? [name] : [],
  );
}
