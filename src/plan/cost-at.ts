import type { Price, PricedTokens } from './model-facts';

/** The cost of a call at a price, in USD. The tier depends on all input tokens; cached tokens are part of these. */
export function computeCost(price: Price, tokens: PricedTokens): number {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = tokens;
  const tier = price.tiers?.filter(({ above }) => inputTokens > above).at(-1);
  const { inputPerMillion, outputPerMillion, cacheReadPerMillion, cacheWritePerMillion } = tier ?? price;
  // The figures that a provider reports may not add up.
  const read = Math.min(cachedTokens, inputTokens);
  const written = Math.min(cacheWriteTokens, inputTokens - read);
  const fresh = inputTokens - read - written;
  const input = fresh * inputPerMillion + read * (cacheReadPerMillion ?? inputPerMillion);
  return (input + written * (cacheWritePerMillion ?? inputPerMillion) + outputTokens * outputPerMillion) / 1e6;
}
