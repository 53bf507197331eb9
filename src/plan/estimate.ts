import type { Prompt } from './message';
import type { ModelRef } from './plan';

/** From the surest to the worst case, e.g. of tokens or USD. Equal ends where there is no doubt. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What is foreseen for one task. */
export interface TaskEstimate {
  readonly id: string;
  readonly model?: ModelRef;
  /** 0 or 1 call at least (conditions), retries not counted. */
  readonly calls: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** USD; `null`: the model's price is not known. Scripts are 0. */
  readonly costUsd: Range | null;
  /** False where the tokenizer of the model is not known and tokens are estimated. */
  readonly exact: boolean;
  /** What the call will be told, with `‹output of NAME›` in the place of what is not known yet. Scripts have none. */
  readonly prompt?: Prompt;
}

/** What is foreseen for a run. Waves hold task ids. */
export interface PlanEstimate {
  readonly waves: readonly (readonly string[])[];
  readonly tasks: Readonly<Record<string, TaskEstimate>>;
  readonly calls: Range;
  readonly tokens: Range;
  readonly costUsd: Range;
  /** Models whose price is not known, as `provider:name`; their calls are not in `costUsd`. */
  readonly unpriced: readonly string[];
  /** ISO date of the price list. */
  readonly pricesAsOf: string;
  /** Ids of the longest path. */
  readonly longestPath: readonly string[];
}
