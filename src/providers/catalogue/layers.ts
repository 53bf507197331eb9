import type { ModelRequest } from '@/engine/ports/model-client';
import type { ModelFacts, Price } from '@/plan/model-facts';
import type { KnownFacts } from './families/family-rule';
import { findFamilyFacts, findListedFacts } from './known-facts';
import { findPriceAt } from './price-at';
import type { PriceData } from './price-data';

type ModelRef = ModelRequest['model'];

/** The source of a fact. */
export type FactSource = 'shipped' | 'refreshed' | 'learned' | 'yours';

/** Facts of one source. */
export interface Layer {
  readonly from: FactSource;
  /** ISO date when they were published, fetched, learned or set. */
  readonly date: string;
  readonly facts: Partial<ModelFacts>;
}

/** A price list with its ISO date. */
export interface DatedList {
  readonly date: string;
  readonly data: PriceData;
}

/**
 * Facts from price lists and family rules; the later wins. Rules override the list shipped with them, but not a newer
 * list.
 */
export interface KnownLayers {
  readonly shipped: KnownFacts;
  readonly refreshed: KnownFacts | undefined;
}

/** The facts of a model from tables. */
export function buildKnownLayers(model: ModelRef, shipped: DatedList, refreshed: DatedList | undefined): KnownLayers {
  const listed = findListedFacts(model, shipped.data);
  const rules = findFamilyFacts(model);
  // For models of other providers the list is more accurate than a family rule.
  const both = ['openai', 'anthropic', 'google', 'sim'].includes(model.provider)
    ? { ...listed, ...rules }
    : { ...rules, ...listed };
  return { shipped: both, refreshed: refreshed && findListedFacts(model, refreshed.data) };
}

/** The facts of a table layer at a time. `date`: that of the table. */
export function computeFactsAt(
  { prices = [], pricesOn, ...facts }: KnownFacts,
  now: number,
  date: string,
): Partial<ModelFacts> {
  const price: Price | undefined = findPriceAt(prices, now);
  return price === undefined ? facts : { ...facts, price, priceAsOf: pricesOn ?? date };
}

const nothingKnown: ModelFacts = { refuses: [], renames: {}, bindsThinking: false, toolsNeedResponses: false };

/** All layers merged, later ones over earlier ones. */
export function mergeLayers(layers: readonly Layer[]): ModelFacts {
  return Object.assign({ ...nothingKnown }, ...layers.map(({ facts }) => facts));
}
