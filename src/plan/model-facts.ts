import type { ReasoningEffort } from '@/workflow/reasoning-effort';
import type { ModelRef } from './plan';

/** Price of a model in USD per million tokens. */
export interface Price {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** For input read from the maker's prompt cache; left out: as other input. */
  readonly cacheReadPerMillion?: number;
  /** For input written to the maker's prompt cache; left out: as other input. */
  readonly cacheWritePerMillion?: number;
  /**
   * Prices of calls with more than `above` input tokens, for all tokens of the call; lowest `above` first. Left out:
   * none.
   */
  readonly tiers?: readonly (Omit<Price, 'tiers'> & { readonly above: number })[];
}

/** A kind of file that a model can be sent. */
export type InputKind = 'image' | 'pdf' | 'audio';

/** What is known of a model. Fields that are left out are not known. */
export interface ModelFacts {
  /** Context window, in tokens. */
  readonly window?: number;
  /**
   * The host of the server whose refusal taught the window; left out: the window is from a table, or the person's. It
   * is named where the window refuses something.
   */
  readonly windowFrom?: string;
  /** The most tokens that may be sent, if its maker takes fewer than the window holds. */
  readonly maxInput?: number;
  /** The most tokens of a reply, thinking included. */
  readonly maxOutput?: number;
  /** Least tokens of a prompt for its maker to cache the start. */
  readonly cacheMinimum?: number;
  readonly price?: Price;
  /** ISO date of the price: of its list, or when it was looked up or set. Left out: it has none. */
  readonly priceAsOf?: string;
  readonly takes?: readonly InputKind[];
  /**
   * Protocol of its provider: `openai`, `anthropic`, `google`, `compatible`, `simulated`. It determines which maker's
   * tools the model has.
   */
  readonly protocol?: string;
  /** Thinking efforts that it takes, the lowest first; empty: it does not think. */
  readonly efforts?: readonly ReasoningEffort[];
  /** The effort that it uses if none is sent. */
  readonly defaultEffort?: ReasoningEffort;
  /** Parameters that it refuses, by the names of the maker's protocol: `temperature`, `top_p` … */
  readonly refuses: readonly string[];
  /** Parameters that it refuses while it thinks, and takes if its effort is `none`. */
  readonly refusesThinking?: readonly string[];
  /** Parameters that it takes under another name: `max_tokens` as `max_completion_tokens`. */
  readonly renames: Readonly<Record<string, string>>;
  /** Whether its maker refuses earlier thinking once anything before it has changed. */
  readonly bindsThinking: boolean;
  /** Whether it takes tools only through OpenAI's Responses API. */
  readonly toolsNeedResponses: boolean;
  /** ISO date (`2026-12-11`) after which its maker no longer serves it. */
  readonly endsOn?: string;
  /** The model of the same provider that its maker names as replacement. */
  readonly replacement?: string;
  /** The address of the page that announces the end. */
  readonly endSource?: string;
}

/** The facts of an unknown model. */
export const nothingKnown: ModelFacts = { refuses: [], renames: {}, bindsThinking: false, toolsNeedResponses: false };

/** Tokens of a call, for its price. The cached ones are included in the input. */
export interface PricedTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
}

/**
 * Port: what is known of models. Answers may change during a run, because refusals add facts: no recorded result may
 * depend on them.
 */
export interface ModelCatalogue {
  factsOf(model: ModelRef): ModelFacts;
  /** Cost of a call in USD; undefined: the price is not known, which is never shown as $0. */
  costOf(model: ModelRef, tokens: PricedTokens): number | undefined;
  /** ISO date of the price list. */
  readonly pricesAsOf: string;
}
