import type { ModelRef } from '@/plan/plan';
import type { Usage } from '@/run/event-data';
import type { RunContext } from '../attempt';
import { RequestCounter } from './request-counter';

/** Less than this share of what was counted is no report of all that was sent, such as one without what was cached. */
const leastReported = 0.5;

/** Most tokens that are taken for one by our count. */
const mostForOne = 4;

/** The counters of a run by model, and how far each was off in it. */
class RunTokens {
  readonly #counters = new Map<string, RequestCounter>();
  readonly #sums = new Map<string, { counted: number; reported: number }>();

  async counterFor(run: RunContext, model: ModelRef): Promise<RequestCounter> {
    const tokens = await run.deps.tokens();
    const known = this.#counters.get(nameOf(model));
    if (known !== undefined) return known;
    const counter = new RequestCounter(tokens, model, run.catalogue.factsOf(model));
    this.#counters.set(nameOf(model), counter);
    return counter;
  }

  learn(model: ModelRef, counted: number, reported: number): void {
    const sums = this.#sums.get(nameOf(model));
    if (sums === undefined) this.#sums.set(nameOf(model), { counted, reported });
    else {
      sums.counted += counted;
      sums.reported += reported;
    }
  }

  factorOf(model: ModelRef): number {
    const sums = this.#sums.get(nameOf(model));
    return sums === undefined ? 1 : Math.ceil(growth(sums.reported, sums.counted) * 100) / 100;
  }
}

/** By their journals, which copies of a run's context share. */
const ofRuns = new WeakMap<RunContext['journal'], RunTokens>();

function tokensOf({ journal }: RunContext): RunTokens {
  const known = ofRuns.get(journal);
  if (known !== undefined) return known;
  const made = new RunTokens();
  ofRuns.set(journal, made);
  return made;
}

/** Counts requests of a run to a model. */
export function counterFor(run: RunContext, model: ModelRef): Promise<RequestCounter> {
  return tokensOf(run).counterFor(run, model);
}

/**
 * By how much counts for a model are to be multiplied, by what earlier calls of the run reported; 1 if nothing is
 * known.
 */
export function factorOf(run: RunContext, model: ModelRef): number {
  return tokensOf(run).factorOf(model);
}

/**
 * Takes in what a provider reported of a request of so many tokens by our count. True if it tells how far the count is
 * off.
 */
export function learn(run: RunContext, model: ModelRef, counted: number, { inputTokens, estimated }: Usage): boolean {
  if (estimated || counted === 0 || inputTokens < counted * leastReported) return false;
  tokensOf(run).learn(model, counted, inputTokens);
  return true;
}

/** What was reported for each token that was counted. */
export function share(reported: number, counted: number): number {
  return Math.min(mostForOne, reported / counted);
}

/**
 * The same for texts that are to come: never less than one, as what is reported may leave out tools and the form around
 * the texts, so that a low figure says little.
 */
export function growth(reported: number, counted: number): number {
  return Math.max(1, share(reported, counted));
}

function nameOf({ provider, model }: ModelRef): string {
  return `${provider}:${model}`;
}
