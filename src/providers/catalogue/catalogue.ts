import type { LearnedFact, ModelRequest } from '@/engine/ports/model-client';
import type { ModelCatalogue, ModelFacts } from '@/plan/model-facts';
import type { FactSource } from './layers';
import type { LearnedEntry, LearnedKey } from './learned-facts';
import type { OwnEntry, OwnFacts } from './own-facts';

type ModelRef = ModelRequest['model'];

/** A fact with its source and ISO date. */
export interface DescribedFact {
  readonly name: keyof ModelFacts;
  readonly value: NonNullable<ModelFacts[keyof ModelFacts]>;
  readonly from: FactSource;
  readonly date: string;
}

/** Facts about models, in three layers: shipped with Heddle; fetched; learned or set by the person. */
export interface Catalogue extends ModelCatalogue {
  /** Adds a learned fact: it applies at once, and is stored when the promise resolves. Errors: those of the store. */
  learn(fact: LearnedFact): Promise<void>;
  /** Facts learned from refusals, oldest first. */
  learned(): readonly LearnedEntry[];
  /** Removes a learned fact. No error if there is no such entry. */
  forget(entry: LearnedKey): Promise<void>;
  /** Facts that the person set. */
  own(): readonly OwnEntry[];
  /** Replaces the facts that the person set for a model; undefined removes them. */
  setOwn(model: ModelRef, facts: OwnFacts | undefined): Promise<void>;
  /**
   * Fetches the newest price list. Errors: `PROVIDER_ERROR`, `VALIDATION_ERROR`; the previous list stays in use then.
   */
  refresh(get: typeof fetch): Promise<void>;
  /** Drops the fetched price list, so that the shipped one is used. */
  backToShipped(): Promise<void>;
  /** Reads again what other tabs or processes have stored. */
  reload(): Promise<void>;
  /** Names of the known models of a provider, in alphabetical order. */
  modelsOf(provider: string): readonly string[];
  /** Each known fact of a model. */
  describe(model: ModelRef): readonly DescribedFact[];
  /** ISO date of the fetched price list; undefined: the shipped one is used. */
  readonly refreshedOn: string | undefined;
}
