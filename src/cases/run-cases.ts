import { listSamples, type OpenCase, type OpenSample } from './open-case';
import type { RanSample } from './run-case';
import type { TestBudget } from './test-budget';

/** Runs one repeat of a case; without a budget with what is kept alone. Undefined: the case cannot run. */
export type RunRepeat = (one: OpenCase, repeat: number, budget?: TestBudget) => Promise<RanSample | undefined>;

/**
 * Runs all repeats with what is kept, without any call: so it is known, not guessed, which repeats ask. Those are the
 * result. It stops early if `isOver`.
 */
export async function runKeptCases(
  open: readonly OpenCase[],
  jobs: number,
  run: RunRepeat,
  isOver: () => boolean = () => false,
): Promise<readonly OpenSample[]> {
  const work = async ([one, repeat]: OpenSample) => {
    const ran = await run(one, repeat);
    if (ran !== undefined) one.samples[repeat - 1] = ran;
  };
  await runForEach(listSamples(open), jobs, work, isOver);
  return listSamples(open).filter(([one, number]) => one.samples[number - 1]?.mayAsk === true);
}

interface AskingOptions {
  readonly jobs: number;
  readonly budget: TestBudget;
  readonly run: RunRepeat;
  /** Whether nothing more begins after a repeat that did not pass. */
  readonly isBailing?: boolean | undefined;
  /** Told once a repeat has its result. */
  readonly onRan?: (one: OpenCase) => void;
}

/** Asks what repeats lack, until the budget is used or paused. Those that were not reached are *not run*. */
export async function askSamples(
  asking: readonly OpenSample[],
  { jobs, budget, run, isBailing = false, onRan }: AskingOptions,
): Promise<void> {
  let isOver = false;
  const reached = new Set<RanSample | undefined>();
  const work = async ([one, repeat]: OpenSample) => {
    const ran = await run(one, repeat, budget);
    if (ran === undefined || ran.isCut) return;
    one.samples[repeat - 1] = ran;
    reached.add(one.samples[repeat - 1]);
    if (isBailing && ran.verdict !== 'passed') isOver = true;
    onRan?.(one);
  };
  await runForEach(asking, jobs, work, () => budget.isPaused || isOver);
  const why = budget.isPaused ? 'The tests were paused before it was done.' : 'A case before it did not pass (--bail).';
  for (const [one, repeat] of asking) {
    const sample = one.samples[repeat - 1];
    if (sample === undefined || reached.has(sample)) continue;
    leaveSample([one, repeat], why);
    onRan?.(one);
  }
}

/** Notes of a repeat that it was not run, and why. */
export function leaveSample([one, repeat]: OpenSample, why: string): void {
  const sample = one.samples[repeat - 1];
  if (sample !== undefined)
    one.samples[repeat - 1] = { ...sample, verdict: 'not run', results: [], notes: [why], score: 0 };
}

/** Runs work for each item, so many at a time, in order; stops early if `isOver`. */
async function runForEach<T>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length && !isOver()) await work(items[next++] as T);
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
}
