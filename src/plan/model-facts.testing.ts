import type { ModelCatalogue, ModelFacts, PricedTokens } from './model-facts';
import type { ModelRef } from './plan';

/** A catalogue that returns what `known` does, with prices for all lengths. */
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
    costOf: (model, { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 }: PricedTokens) => {
      const { price } = factsOf(model);
      if (price === undefined) return undefined;
      const { inputPerMillion, outputPerMillion } = price;
      const { cacheReadPerMillion = inputPerMillion, cacheWritePerMillion = inputPerMillion } = price;
      const fresh = (inputTokens - cachedTokens - cacheWriteTokens) * inputPerMillion;
      const cached = cachedTokens * cacheReadPerMillion + cacheWriteTokens * cacheWritePerMillion;
      return (fresh + cached + outputTokens * outputPerMillion) / 1e6;
    },
    pricesAsOf: '2026-11-01',
  };
}
