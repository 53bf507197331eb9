import type { TaskPath } from '@/workflow/task-path';
import type { PlanDefinition } from '../plan';
import type { UsedTokens } from './expected-costs';

/**
 * What a run would do with a task, given an earlier run: take its results, ask for some of them again, or one of the
 * two, which is known only once the tasks before it have answered.
 */
export type Forecast = 'kept' | 'asked' | 'maybe';

/** Why a task is not simply kept. */
export type ForecastReason =
  | { readonly kind: 'new' }
  /** It did not end well in the earlier run. */
  | { readonly kind: 'unfinished' }
  /** `fields`: names of fields of the plan, such as `prompt` or `limits.maxOutputTokens`. */
  | { readonly kind: 'changed'; readonly fields: readonly string[] }
  /** It reads the result of a task that is not kept. */
  | { readonly kind: 'follows'; readonly task: TaskPath }
  /** A task in it is not kept. */
  | { readonly kind: 'part'; readonly task: TaskPath }
  /** Its result is not stored any more. */
  | { readonly kind: 'lost' }
  /** It says itself that its model is always asked (`reuse: never`). */
  | { readonly kind: 'never' }
  /** A person wrote a part of it otherwise. */
  | { readonly kind: 'written' };

/** What a person wrote, by task: an output, a result within it (a reply, what a tool gave), or a prompt. */
export type WrittenTasks = ReadonlyMap<TaskPath, 'output' | 'result' | 'prompt'>;

/** The forecast of one task. `why` is left out for a kept one. */
export interface TaskForecast {
  readonly forecast: Forecast;
  readonly why?: ForecastReason;
}

/** What is known of a task in an earlier run. */
export interface EarlierTask {
  readonly status: 'completed' | 'skipped' | 'unfinished';
  /** Whether any execution of it failed, in whatever round or item. */
  readonly hasFailed: boolean;
  /**
   * Set if a try of it (`best_of`), or a round of its loop, got no answer: a fork makes that one again, although the
   * task ended well.
   */
  readonly hasOpenTry?: true;
  /** Ids of the siblings whose outputs were in its prompts. */
  readonly told: readonly string[];
  /** Set if a result of it is not stored any more, so that it cannot be taken. */
  readonly isLost?: true;
  /**
   * Its result: a text, or the start of one of `length` characters whose hash is `ref`. Left out: it has none, or one
   * of each round or item.
   */
  readonly result?: { readonly text: string; readonly length: number; readonly ref?: string | undefined };
}

/** An earlier run. */
export interface EarlierRun {
  readonly id: string;
  readonly plan: PlanDefinition;
  readonly tasks: ReadonlyMap<TaskPath, EarlierTask>;
  /** What a person wrote in it, if a fork of it is foreseen that has the same plan and so has that too. */
  readonly written?: WrittenTasks;
  /** What the calls of each task used, also those that it took over from another run. Left out: not known. */
  readonly used?: ReadonlyMap<TaskPath, UsedTokens>;
  /** Set if such a fork holds what was recorded, as it does. */
  readonly holds?: true;
}

/** What a run would take from an earlier one, and what it would ask. */
export interface RunForecast {
  readonly tasks: ReadonlyMap<TaskPath, TaskForecast>;
  /** Tasks of the workflow itself: those that are kept, and those that are asked, or may be. */
  readonly kept: number;
  readonly asked: number;
  /**
   * What these are expected to cost, in USD, with the models and prices that will be asked; null: not known of any.
   */
  readonly costUsd: number | null;
  /** How many of these have no known cost. */
  readonly unpriced: number;
  /** How many of these an older run may answer that is not continued; left out: that was not looked for. */
  readonly before?: number;
  /** The same of each of these; null: not known. */
  readonly costs: ReadonlyMap<string, number | null>;
}
