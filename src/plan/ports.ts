import type { ModelRef } from './plan';

/** Port: counts the tokens of a text for a model. */
export interface TokenCounter {
  /** `exact` is false where the model's own tokenizer is not known and the count is an estimate. */
  count(text: string, model: ModelRef): { readonly tokens: number; readonly exact: boolean };
}
