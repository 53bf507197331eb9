import type { ModelFacts, Price } from '@/plan/model-facts';

/** A price with the time when it applies. */
export interface DatedPrice {
  /** ISO date; left out: from the beginning. */
  readonly from?: string;
  /** Seconds of a UTC day, if the price depends on the hour; an end before the start means over midnight. */
  readonly during?: readonly [from: number, to: number];
  readonly price: Price;
}

/** Facts of a model, with its prices over time, earliest first. */
export interface KnownFacts extends Partial<Omit<ModelFacts, 'price' | 'priceAsOf'>> {
  readonly prices?: readonly DatedPrice[];
  /** ISO date on which they were looked up; left out: that of their list. */
  readonly pricesOn?: string;
}

/** When the prices of the rules were looked up. */
export const pricesOn = '2026-11-22';

/** Facts that apply to all models of one maker with matching names. */
export interface FamilyRule extends Omit<KnownFacts, 'endsOn' | 'replacement' | 'endSource'> {
  /** Matches names in lower case, without the maker and without a trailing date or variant (`name-parts.ts`). */
  readonly names: RegExp;
}

/** One price for all lengths and times, in USD for a million tokens. */
export function createOnePrice(
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
): readonly DatedPrice[] {
  const [inputPerMillion, outputPerMillion] = [input, output];
  return [
    { price: { inputPerMillion, outputPerMillion, cacheReadPerMillion: cacheRead, cacheWritePerMillion: cacheWrite } },
  ];
}
