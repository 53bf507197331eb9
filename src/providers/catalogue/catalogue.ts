import type { LearnedFact, ModelRequest } from '@/engine/ports/model-client';
import type { ModelCatalogue, ModelFacts } from '@/plan/model-facts';
import type { FactSource } from './layers';
import type { LearnedEntry, LearnedKey } from './learned-facts';
import type { OwnEntry, OwnFacts } from './own-facts';

type ModelRef = ModelRequest['model'];

/** A fact, where it comes from, and its ISO date. */
export interface DescribedFact {
  readonly name: keyof ModelFacts;
  readonly value: NonNullable<ModelFacts[keyof ModelFacts]>;
  readonly from: FactSource;
  readonly date: string;
}

/**
 * What is known of models, in three layers: what comes with Heddle, what was fetched, what was learned and what a
 * person says.
 */
export interface Catalogue extends ModelCatalogue {
  /** Takes in what a refusal taught: at once, and stored when it resolves. Errors: those of the store. */
  learn(fact: LearnedFact): Promise<void>;
  /** What refusals taught, the oldest first. */
  learned(): readonly LearnedEntry[];
  /** Undoes what a refusal taught. No error if there is no such entry. */
  forget(entry: LearnedKey): Promise<void>;
  /** What the person said of models. */
  own(): readonly OwnEntry[];
  /** What the person says of a model, in the place of what they said before; undefined: nothing any more. */
  setOwn(model: ModelRef, facts: OwnFacts | undefined): Promise<void>;
  /** Fetches the newest price list. Errors: `PROVIDER_ERROR`, `VALIDATION_ERROR`; what was known before then holds. */
  refresh(get: typeof fetch): Promise<void>;
  /** Lets go of the price list that was fetched. */
  backToShipped(): Promise<void>;
  /** Takes in what others stored meanwhile. */
  reload(): Promise<void>;
  /** Names of the models of a provider that are known, in the order of the alphabet. */
  modelsOf(provider: string): readonly string[];
  /** Each fact that is known of a model. */
  describe(model: ModelRef): readonly DescribedFact[];
  /** ISO date of the price list that was fetched; undefined: that which came with Heddle holds. */
  readonly refreshedOn: string | undefined;
}
