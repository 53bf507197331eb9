import type { Price } from './model-facts';

/** Whether the provider of a model can be called: its key, or that it needs none. */
export type OfferedKey = 'not_needed' | 'there' | 'locked' | 'missing';

/** A model that a person can choose for a task, with what the choice depends on. Fields left out are not known. */
export interface ModelOffer {
  /** As `provider:name`. */
  readonly name: string;
  /** The name of its provider, for a person. */
  readonly label: string;
  readonly key: OfferedKey;
  readonly price?: Price;
  /** ISO date after which its maker no longer serves it. */
  readonly endsOn?: string;
}
