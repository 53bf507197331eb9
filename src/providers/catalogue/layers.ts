import type { ModelRequest } from '@/engine/ports/model-client';
import type { ModelFacts, Price } from '@/plan/model-facts';
import type { KnownFacts } from './families/family-rule';
import { familyFactsOf, listedFactsOf } from './known-facts';
import { priceAt } from './price-at';
import type { PriceData } from './price-data';

type ModelRef = ModelRequest['model'];

/** Where a fact comes from. */
export type FactSource = 'shipped' | 'refreshed' | 'learned' | 'yours';

/** Facts of one source. */
export interface Layer {
  readonly from: FactSource;
  /** ISO date: when they were published, fetched, learned or said. */
  readonly date: string;
  readonly facts: Partial<ModelFacts>;
}

/** A price list, and its ISO date. */
export interface DatedList {
  readonly date: string;
  readonly data: PriceData;
}

/**
 * What the lists and the rules by family tell, the later wins. Rules know more than the list that came with them, not
 * than a newer one.
 */
export interface KnownLayers {
  readonly shipped: KnownFacts;
  readonly refreshed: KnownFacts | undefined;
}

/** What is known of a model by tables. */
export function knownLayers(model: ModelRef, shipped: DatedList, refreshed: DatedList | undefined): KnownLayers {
  const listed = listedFactsOf(model, shipped.data);
  const rules = familyFactsOf(model);
  // Of the models of others the list knows more than a rule by family.
  const both = ['openai', 'anthropic', 'google', 'sim'].includes(model.provider)
    ? { ...listed, ...rules }
    : { ...rules, ...listed };
  return { shipped: both, refreshed: refreshed && listedFactsOf(model, refreshed.data) };
}

/** The facts of a layer of tables at a time. */
export function factsAt({ prices = [], ...facts }: KnownFacts, now: number): Partial<ModelFacts> {
  const price: Price | undefined = priceAt(prices, now);
  return price === undefined ? facts : { ...facts, price };
}

const nothingKnown: ModelFacts = { refuses: [], renames: {}, bindsThinking: false, toolsNeedResponses: false };

/** Layers put upon one another, the later over the earlier. */
export function joined(layers: readonly Layer[]): ModelFacts {
  return Object.assign({ ...nothingKnown }, ...layers.map(({ facts }) => facts));
}
