import type { ModelFacts, Price } from '@/plan/model-facts';

/** A price, and when it holds. */
export interface DatedPrice {
  /** ISO date; left out: from the beginning. */
  readonly from?: string;
  /** Seconds of a UTC day, where it changes by the hour; the end before the start: over midnight. */
  readonly during?: readonly [from: number, to: number];
  readonly price: Price;
}

/** What is known of a model, with its prices of all times, the earliest first. */
export interface KnownFacts extends Partial<Omit<ModelFacts, 'price'>> {
  readonly prices?: readonly DatedPrice[];
}

/** Facts that hold for all models of one maker whose names match. */
export interface FamilyRule extends KnownFacts {
  /** Names in lower case, without the maker, a date and a variant at the end (`name-parts.ts`). */
  readonly names: RegExp;
}

/** One price for all lengths and all times. USD for a million tokens. */
export function onePrice(input: number, output: number, cacheRead: number, cacheWrite: number): readonly DatedPrice[] {
  const [inputPerMillion, outputPerMillion] = [input, output];
  return [
    { price: { inputPerMillion, outputPerMillion, cacheReadPerMillion: cacheRead, cacheWritePerMillion: cacheWrite } },
  ];
}
