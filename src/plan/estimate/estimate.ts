import type { TaskType } from '@/workflow/tasks';
import type { ContextPlan } from '../context/context-plan';
import { formatModelName } from '../format-model-name';
import type { Prompt } from '../message';
import type { Price } from '../model-facts';
import type { ModelRef } from '../plan';

/** From the least to the most that is expected, e.g. tokens or USD. Both ends are equal if there is no doubt. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The estimate for one task with all tasks in it, over the whole run. */
export interface TaskEstimate {
  /** Task path. */
  readonly id: string;
  readonly type: TaskType;
  readonly label: string;
  readonly model?: ModelRef;
  /** Models called, in order, if `model` is not available; they are not part of the estimate. Left out: none. */
  readonly fallbacks?: readonly ModelRef[];
  /** How often the task itself runs. */
  readonly runs: Range;
  /**
   * Model calls. The high end counts the attempts that `error_handling` asks for, and replies that are sent back. What
   * it leaves out is in `assumed`, and in `uncounted` of the whole plan.
   */
  readonly calls: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** USD; `null`: the price of its model is not known. Scripts cost 0. For its parts, the known costs are included. */
  readonly costUsd: Range | null;
  /**
   * The context window of its model in tokens, if known; how much of it a call may use; and how much one call will use.
   * `from`: the host of the server whose refusal taught the window; left out: it was not learned.
   */
  readonly window?: { readonly size: number; readonly usable: number; readonly call: Range; readonly from?: string };
  /**
   * Whether the tokens of what is sent are estimated: the model has another tokenizer, or is sent files, a schema or
   * declarations of tools.
   */
  readonly estimated: boolean;
  /** Assumptions about what is known only in the run, in words. */
  readonly assumed: readonly string[];
  /** The prompt of a call, with `‹output of NAME›` for what is not known yet. Only atomic tasks have one. */
  readonly prompt?: Prompt;
  /** Which outputs of siblings may be in the prompt; bytes are upper limits. Only atomic tasks of a graph have one. */
  readonly context?: ContextPlan;
  /**
   * Names of the tools declared to its model; in a run, those that read files are declared only if there are files. Of
   * a tool task, the tool that it performs.
   */
  readonly tools?: readonly string[];
}

/** Whether a run sends exactly so many tokens: none are estimated, and none are known only in the run. */
export function hasExactTokens({ estimated, inputTokens: { low, high } }: TaskEstimate): boolean {
  return !estimated && low === high;
}

/** The prices that an estimate knows. */
export function createPriceLookup({ prices }: Pick<PlanEstimate, 'prices'>): (model: ModelRef) => Price | undefined {
  return (model) => prices[formatModelName(model)];
}

/** What is known of an estimate while it is being made. */
export interface EstimateStep extends Pick<PlanEstimate, 'waves' | 'tasks' | 'calls' | 'tokens' | 'costUsd'> {
  /** How many top-level tasks the figures are of, and how many there are. */
  readonly done: number;
  readonly all: number;
  /** Those since the step before, with all tasks in them. */
  readonly tasks: PlanEstimate['tasks'];
}

/** The estimate for a run. Waves contain ids of top-level tasks. */
export interface PlanEstimate {
  readonly waves: readonly (readonly string[])[];
  /** By task path, nested tasks included. */
  readonly tasks: Readonly<Record<string, TaskEstimate>>;
  readonly calls: Range;
  readonly tokens: Range;
  readonly costUsd: Range;
  /** Models whose price is not known, as `provider:name`; their calls are not in `costUsd`. */
  readonly unpriced: readonly string[];
  /** Those of them that are called under a budget in USD: the run will ask for their price. */
  readonly unpricedUnderBudget: readonly string[];
  /** Prices of its models, as `provider:name`, as far as they are known. */
  readonly prices: Readonly<Record<string, Price>>;
  /** ISO date of the oldest of them, or of the price list if none is known. */
  readonly pricesAsOf: string;
  /** ISO date of the price of each of its models, as `provider:name`, as far as that is known. */
  readonly priceDates: Readonly<Record<string, string>>;
  /** Task ids along the longest path. */
  readonly longestPath: readonly string[];
  /** What the figures leave out, in words; what they leave out of a task is in its `assumed`. */
  readonly uncounted: readonly string[];
  /** Whether calls of functions were not followed to their end, so that the high ends are not the most of a run. */
  readonly isCut?: true;
}
