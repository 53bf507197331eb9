import type { Price, PricedTokens } from '@/plan/model-facts';

/** What a call costs at a price, in USD. The tier is told by all of the input; what the cache did is a part of it. */
export function costAt(price: Price, tokens: PricedTokens): number {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = tokens;
  const tier = price.tiers?.filter(({ above }) => inputTokens > above).at(-1);
  const { inputPerMillion, outputPerMillion, cacheReadPerMillion, cacheWritePerMillion } = tier ?? price;
  // What a provider reports may not add up.
  const read = Math.min(cachedTokens, inputTokens);
  const written = Math.min(cacheWriteTokens, inputTokens - read);
  const fresh = inputTokens - read - written;
  const input = fresh * inputPerMillion + read * (cacheReadPerMillion ?? inputPerMillion);
  return (input + written * (cacheWritePerMillion ?? inputPerMillion) + outputTokens * outputPerMillion) / 1e6;
}
