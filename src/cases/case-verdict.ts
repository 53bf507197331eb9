import type { EvaluatedExpectation } from './evaluated-item';

/** How a case stands, or one of its repeats. `flaky`: some of its repeats passed. */
export type TestVerdict = 'passed' | 'failed' | 'flaky' | 'held' | 'error' | 'not run';

/** One repeat of a case, judged. */
export interface SampleVerdict {
  readonly verdict: Exclude<TestVerdict, 'flaky'>;
  /** Weighted mean of the scores; 0 if one is held or in error. */
  readonly score: number;
}

/** All repeats of a case, judged. */
export interface CaseVerdict {
  readonly verdict: TestVerdict;
  /** How many repeats passed, of how many. */
  readonly passed: number;
  readonly of: number;
  /** Mean score of the repeats. */
  readonly score: number;
  /** Whether a gate lets it through: it passed, or is flaky and passed often enough. */
  readonly isThrough: boolean;
}

const worst = ['error', 'failed', 'held', 'not run', 'passed'] as const;

/**
 * The verdict of one repeat. An item in error or held decides at once: evidence that is missing never passes. With a
 * `threshold` the weighted mean of the scores decides, else each item must pass. Without any item a run that completed
 * passes.
 */
export function computeSampleVerdict(
  results: readonly EvaluatedExpectation[],
  { threshold, isHeld = false, isError = false }: { threshold?: number; isHeld?: boolean; isError?: boolean } = {},
): SampleVerdict {
  if (isError) return { verdict: 'error', score: 0 };
  const states = results.map(({ state }) => state);
  if (states.includes('error')) return { verdict: 'error', score: 0 };
  const score = computeWeightedMean(results);
  // What was judged and failed stays failed, also if other evidence is missing.
  if (threshold === undefined && states.includes('failed')) return { verdict: 'failed', score };
  if (isHeld || states.includes('held')) return { verdict: 'held', score: 0 };
  const isPassed = threshold === undefined || score >= threshold - 1e-12;
  return { verdict: isPassed ? 'passed' : 'failed', score };
}

/** The mean of the scores by their weights; 1 if nothing is weighed. */
function computeWeightedMean(results: readonly EvaluatedExpectation[]): number {
  let sum = 0;
  let weights = 0;
  for (const { score, expectation } of results) {
    const { weight = 1 } = expectation;
    sum += score * weight;
    weights += weight;
  }
  return weights === 0 ? 1 : sum / weights;
}

/** The verdict of a case over its repeats: the worst, but flaky if some passed and the others failed. */
export function computeCaseVerdict(samples: readonly SampleVerdict[], passRate = 1): CaseVerdict {
  const of = samples.length;
  const passed = samples.filter(({ verdict }) => verdict === 'passed').length;
  const score = of === 0 ? 0 : samples.reduce((sum, one) => sum + one.score, 0) / of;
  const found = worst.find((verdict) => samples.some((sample) => sample.verdict === verdict)) ?? 'not run';
  const verdict = found === 'failed' && passed > 0 ? 'flaky' : found;
  const isThrough = verdict === 'passed' || (verdict === 'flaky' && passed / of >= passRate - 1e-12);
  return { verdict, passed, of, score, isThrough };
}
