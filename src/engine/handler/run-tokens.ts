import { formatModelName } from '@/plan/format-model-name';
import type { ModelRef } from '@/plan/plan';
import type { Usage } from '@/run/event-data';
import type { RunContext } from '../attempt';
import { RequestCounter } from './request-counter';

/** A report of less than this share of the count cannot cover the whole request; it may leave out cached tokens. */
const leastReported = 0.5;

/** Most reported tokens that are believed for one counted token. */
const mostForOne = 4;

/** The counters of a run for each model, and the error of each so far. */
class RunTokens {
  readonly #counters = new Map<string, RequestCounter>();
  readonly #sums = new Map<string, { counted: number; reported: number }>();

  async counterFor(run: RunContext, model: ModelRef): Promise<RequestCounter> {
    const tokens = await run.deps.tokens([model]);
    const known = this.#counters.get(formatModelName(model));
    if (known !== undefined) return known;
    const counter = new RequestCounter(tokens, model, run.catalogue.factsOf(model));
    this.#counters.set(formatModelName(model), counter);
    return counter;
  }

  learn(model: ModelRef, counted: number, reported: number): void {
    const sums = this.#sums.get(formatModelName(model));
    if (sums === undefined) this.#sums.set(formatModelName(model), { counted, reported });
    else {
      sums.counted += counted;
      sums.reported += reported;
    }
  }

  factorOf(model: ModelRef): number {
    const sums = this.#sums.get(formatModelName(model));
    return sums === undefined ? 1 : Math.ceil(computeTokenGrowth(sums.reported, sums.counted) * 100) / 100;
  }
}

/** By the journals of runs: all copies of a run's context share one. */
const tokensByRun = new WeakMap<RunContext['journal'], RunTokens>();

function getRunTokens({ journal }: RunContext): RunTokens {
  const known = tokensByRun.get(journal);
  if (known !== undefined) return known;
  const created = new RunTokens();
  tokensByRun.set(journal, created);
  return created;
}

/** Counts requests of a run to a model. */
export function createCounterFor(run: RunContext, model: ModelRef): Promise<RequestCounter> {
  return getRunTokens(run).counterFor(run, model);
}

/** The factor for counts for a model, from what earlier calls of the run reported; 1 if nothing is known. */
export function getTokenFactor(run: RunContext, model: ModelRef): number {
  return getRunTokens(run).factorOf(model);
}

/**
 * Learns from a provider's report about a request that Heddle counted as `counted` tokens. True if the report shows the
 * error of the count.
 */
export function learnTokenFactor(
  run: RunContext,
  model: ModelRef,
  counted: number,
  { inputTokens, estimated }: Usage,
): boolean {
  if (estimated || counted === 0 || inputTokens < counted * leastReported) return false;
  getRunTokens(run).learn(model, counted, inputTokens);
  return true;
}

/** Reported tokens for each counted token. */
export function computeTokenShare(reported: number, counted: number): number {
  return Math.min(mostForOne, reported / counted);
}

/**
 * The same for texts that are still to come, but at least 1. A report may leave out tools and the form around the
 * texts, so a low figure means little.
 */
export function computeTokenGrowth(reported: number, counted: number): number {
  return Math.max(1, computeTokenShare(reported, counted));
}
