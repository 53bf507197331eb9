import type { TaskType } from '@/workflow/tasks';
import type { ContextPlan } from '../context/context-plan';
import type { Prompt } from '../message';
import type { ModelRef } from '../plan';

/** From the surest to the worst case, e.g. of tokens or USD. Equal ends where there is no doubt. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What is foreseen for one task with all in it, over the whole run. */
export interface TaskEstimate {
  /** The place of the task. */
  readonly id: string;
  readonly type: TaskType;
  readonly label: string;
  readonly model?: ModelRef;
  /** Models that are called, in order, where that is not there; nothing is reckoned for them. Left out: none. */
  readonly fallbacks?: readonly ModelRef[];
  /** How often the task itself runs. */
  readonly runs: Range;
  /** Calls of models; retries, repair turns and calls of tools are not counted. */
  readonly calls: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** USD; `null`: the price of its model is not known. Scripts are 0. Of what it holds, that which is known. */
  readonly costUsd: Range | null;
  /** The window of its model in tokens, where it is known; what of it a call may send; and what one call will. */
  readonly window?: { readonly size: number; readonly usable: number; readonly call: Range };
  /** False where the tokenizer of a model is not known and tokens are estimated. */
  readonly exact: boolean;
  /** What had to be assumed because it is known only in the run, in words. */
  readonly assumed: readonly string[];
  /**
   * What a call will be told, with `‹output of NAME›` in place of what is not known yet. Only atomic tasks have
   * one.
   */
  readonly prompt?: Prompt;
  /**
   * Which outputs of tasks beside it a call may be told; bytes are the most that there can be. Only atomic tasks of a
   * graph have one.
   */
  readonly context?: ContextPlan;
  /** Names of the tools that its model is told of; those that read files only where there are any. */
  readonly tools?: readonly string[];
}

/** What is foreseen for a run. Waves hold ids of top-level tasks. */
export interface PlanEstimate {
  readonly waves: readonly (readonly string[])[];
  /** By place, tasks within tasks among them. */
  readonly tasks: Readonly<Record<string, TaskEstimate>>;
  readonly calls: Range;
  readonly tokens: Range;
  readonly costUsd: Range;
  /** Models whose price is not known, as `provider:name`; their calls are not in `costUsd`. */
  readonly unpriced: readonly string[];
  /** Those of them that are called under a budget in USD: a run asks what they cost. */
  readonly unpricedUnderBudget: readonly string[];
  /** ISO date of the price list. */
  readonly pricesAsOf: string;
  /** Ids of the longest path. */
  readonly longestPath: readonly string[];
}
