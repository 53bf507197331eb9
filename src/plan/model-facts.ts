import type { ReasoningEffort } from '@/workflow/reasoning-effort';
import type { ModelRef } from './plan';

/** Price of a model in USD for a million tokens. */
export interface Price {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** Of input that the maker had in its prompt cache; left out: as other input. */
  readonly cacheReadPerMillion?: number;
  /** Of input that the maker put into its prompt cache; left out: as other input. */
  readonly cacheWritePerMillion?: number;
  /**
   * Other prices of a call with more input tokens than `above`, for all of its tokens; shortest first. Left out: none.
   */
  readonly tiers?: readonly (Omit<Price, 'tiers'> & { readonly above: number })[];
}

/** A kind of file that a model can be sent. */
export type InputKind = 'image' | 'pdf' | 'audio';

/** What is known of a model. What is left out is not known. */
export interface ModelFacts {
  /** Context window, in tokens. */
  readonly window?: number;
  /** The most tokens that may be sent, where its maker takes fewer than the window holds. */
  readonly maxInput?: number;
  /** The most tokens of a reply, what the model thinks among them. */
  readonly maxOutput?: number;
  /** Least tokens of a prompt whose start its maker caches. */
  readonly cacheMinimum?: number;
  readonly price?: Price;
  readonly takes?: readonly InputKind[];
  /**
   * How its provider is addressed: `openai`, `anthropic`, `google`, `compatible`, `simulated`. Its maker's tools hang
   * on it.
   */
  readonly protocol?: string;
  /** Efforts of thinking that it takes, the least first; empty: it does not think. */
  readonly efforts?: readonly ReasoningEffort[];
  /** What it does where none is asked for. */
  readonly defaultEffort?: ReasoningEffort;
  /** Parameters that it refuses, by the names of the maker's protocol: `temperature`, `top_p` … */
  readonly refuses: readonly string[];
  /** Parameters that it refuses while it thinks, and takes where its effort is `none`. */
  readonly refusesThinking?: readonly string[];
  /** Parameters that it wants under another name: `max_tokens` as `max_completion_tokens`. */
  readonly renames: Readonly<Record<string, string>>;
  /** Whether its maker refuses what it thought once anything before it has changed. */
  readonly bindsThinking: boolean;
  /** Whether it takes tools only through OpenAI's Responses. */
  readonly toolsNeedResponses: boolean;
  /** ISO date (`2026-12-11`) after which its maker serves it no more. */
  readonly endsOn?: string;
  /** The model of the same provider that its maker names in place of it. */
  readonly replacement?: string;
}

/** Of a model of which nothing is known. */
export const nothingKnown: ModelFacts = { refuses: [], renames: {}, bindsThinking: false, toolsNeedResponses: false };

/** Tokens of a call, as they are priced. The others are parts of the input. */
export interface PricedTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
}

/**
 * Port: what is known of models. An answer may change while a run continues, as refusals teach: no result may depend on it.
 */
export interface ModelCatalogue {
  factsOf(model: ModelRef): ModelFacts;
  /** Of a call in USD; undefined: the price is not known, which is never shown as $0. */
  costOf(model: ModelRef, tokens: PricedTokens): number | undefined;
  /** ISO date of the prices. */
  readonly pricesAsOf: string;
}
