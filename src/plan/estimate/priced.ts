import type { ModelCatalogue } from '../model-facts';
import type { ModelRef } from '../plan';
import type { Range } from './estimate';

/** Calls whose cost is to be found. */
interface PricedCalls {
  readonly model: ModelRef;
  readonly fallbacks: readonly ModelRef[];
  readonly conversations: Range;
  /** Tokens of the first call, at least, and of each call of a conversation, at most. */
  readonly low: number;
  readonly turns: readonly number[];
  /** The most tokens of a reply. */
  readonly reply: number;
  /** Whether prompts may be cached. */
  readonly isCached: boolean;
}

/**
 * Cost in USD; null if the price is not known. The low end has empty replies, and reads from a cache where possible.
 * The high end has the longest replies, thinking included, writes everything to a cache, and is that of the most
 * expensive model that may answer, as far as its price is known.
 */
export function estimateCallsCost(
  { model, fallbacks, conversations, low, turns, reply, isCached }: PricedCalls,
  { factsOf, costOf }: ModelCatalogue,
): Range | null {
  const { cacheMinimum } = factsOf(model);
  const isRepeated = conversations.high * turns.length > 1;
  const mayRead = isCached && isRepeated && cacheMinimum !== undefined && low >= cacheMinimum;
  const least = costOf(model, { inputTokens: low, outputTokens: 0, cachedTokens: mayRead ? low : 0 });
  const estimateMostCost = (one: ModelRef, inputTokens: number) => {
    const plain = costOf(one, { inputTokens, outputTokens: reply });
    const written = isCached ? costOf(one, { inputTokens, outputTokens: reply, cacheWriteTokens: inputTokens }) : plain;
    return plain === undefined || written === undefined ? undefined : Math.max(plain, written);
  };
  let most = 0;
  for (const inputTokens of turns) {
    const own = estimateMostCost(model, inputTokens);
    if (own === undefined) return null;
    most += Math.max(own, ...fallbacks.map((one) => estimateMostCost(one, inputTokens) ?? 0));
  }
  return least === undefined ? null : { low: conversations.low * least, high: conversations.high * most };
}
