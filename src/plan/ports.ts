import type { ModelRef } from './plan';

/** Port: counts the tokens of a text for a model. */
export interface TokenCounter {
  /** `exact` is false where the model's own tokenizer is not known and the count is an estimate. */
  count(text: string, model: ModelRef): { readonly tokens: number; readonly exact: boolean };
}

/**
 * Loads what counts the tokens of texts for these models, and of any model if none is named. The tables of tokenizers
 * are large: they are left out where every model is a simulated one, which has none.
 */
export type LoadTokenCounter = (models: readonly ModelRef[]) => Promise<TokenCounter>;
