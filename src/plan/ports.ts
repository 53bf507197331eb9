import type { ModelRef } from './plan';

/** Port: how many tokens a text has for a model. */
export interface TokenCounter {
  /** `exact` is false where the model's own tokenizer is not known and the count is an estimate. */
  count(text: string, model: ModelRef): { readonly tokens: number; readonly exact: boolean };
}

/** Price of a model in USD for a million tokens. */
export interface Price {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/** Port: prices of models. `undefined` means not known, which is shown as such and never as $0. */
export interface PriceList {
  priceOf(model: ModelRef): Price | undefined;
  /** ISO date of the list. */
  readonly asOf: string;
}

/** Port: context windows of models, in tokens. `undefined` means not known: then there is no limit of ours. */
export interface ModelWindows {
  windowOf(model: ModelRef): number | undefined;
}
