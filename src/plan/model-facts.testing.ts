import type { ModelCatalogue, ModelFacts, PricedTokens } from './model-facts';
import type { ModelRef } from './plan';

/** A catalogue that knows what `known` tells, with prices for all lengths. */
export function catalogueOf(known: (model: ModelRef) => Partial<ModelFacts>): ModelCatalogue {
  const factsOf = (model: ModelRef): ModelFacts => ({
    refuses: [],
    renames: {},
    bindsThinking: false,
    toolsNeedResponses: false,
    ...known(model),
  });
  return {
    factsOf,
    costOf: (model, { inputTokens, outputTokens, cachedTokens = 0 }: PricedTokens) => {
      const { price } = factsOf(model);
      if (price === undefined) return undefined;
      const { inputPerMillion, outputPerMillion, cacheReadPerMillion = inputPerMillion } = price;
      const input = (inputTokens - cachedTokens) * inputPerMillion + cachedTokens * cacheReadPerMillion;
      return (input + outputTokens * outputPerMillion) / 1e6;
    },
    pricesAsOf: '2026-11-01',
  };
}
