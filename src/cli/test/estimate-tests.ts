import { estimatePlan } from '@/plan/estimate/estimate-plan';
import { formatModelName } from '@/plan/format-model-name';
import type { ModelCatalogue } from '@/plan/model-facts';
import { listNamedModels } from '@/plan/models-of-plan';
import { loadTokenCounter } from '@/providers/token-counter';
import { formatPlainLine } from '../plain-line';
import type { OpenSample } from './open-cases';
import { formatUsd } from './test-report';

/** `≈ $0.02` for what is asked. */
export async function estimateTests(asking: readonly OpenSample[], catalogue: ModelCatalogue): Promise<string> {
  // Of very many cases some tell what the others cost.
  const most = 50;
  let sum = 0;
  let isKnown = true;
  for (const [{ prepared }] of asking.slice(0, most)) {
    if (prepared === undefined) continue;
    const tokens = await loadTokenCounter(listNamedModels(prepared.plan));
    const { low, high } = estimatePlan(prepared.plan, tokens, catalogue).costUsd;
    sum += (low + high) / 2;
    isKnown &&= listNamedModels(prepared.plan).every(
      (model) => model.provider === 'sim' || catalogue.factsOf(model).price !== undefined,
    );
  }
  const whole = sum * Math.max(1, asking.length / most);
  return isKnown ? `≈ ${formatUsd(whole)}` : 'the price is not known';
}

/** The models without a known price that what is asked may call, each once. */
export function listUnpricedModels(asking: readonly OpenSample[], catalogue: ModelCatalogue): readonly string[] {
  const models = asking.flatMap(([{ prepared }]) => (prepared === undefined ? [] : listNamedModels(prepared.plan)));
  const named = new Map(models.map((model) => [formatModelName(model), model]));
  return [...named].flatMap(([name, model]) =>
    catalogue.costOf(model, { inputTokens: 0, outputTokens: 0 }) === undefined ? [formatPlainLine(name)] : [],
  );
}
