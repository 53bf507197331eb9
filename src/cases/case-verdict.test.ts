import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { computeBootstrapInterval, computeWilsonInterval } from './case-statistics';
import { computeCaseVerdict, computeSampleVerdict } from './case-verdict';
import type { EvaluatedExpectation } from './evaluated-item';

const state = fc.constantFrom('passed', 'failed', 'held', 'error');
const item = fc.record({
  expectation: fc.record({ type: fc.constant('equals' as const), weight: fc.integer({ min: 0, max: 3 }) }),
  state,
  score: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
  reason: fc.constant(''),
  saw: fc.constant(''),
}) as fc.Arbitrary<EvaluatedExpectation>;
const sample = fc.array(item, { maxLength: 5 });

/** The same by the words of the design, item by item. */
function judgeSlowly(items: readonly EvaluatedExpectation[], threshold: number | undefined): string {
  for (const one of items) if (one.state === 'error') return 'error';
  if (threshold === undefined) for (const one of items) if (one.state === 'failed') return 'failed';
  for (const one of items) if (one.state === 'held') return 'held';
  if (threshold === undefined) return 'passed';
  let sum = 0;
  let weights = 0;
  for (const { expectation, score } of items) {
    for (let time = 0; time < (expectation.weight ?? 1); time += 1) {
      sum += score;
      weights += 1;
    }
  }
  return weights === 0 || sum / weights > threshold - 1e-9 ? 'passed' : 'failed';
}

describe('the verdict of a case', () => {
  it('is that of a slow reference, for random cohorts', () => {
    const cohort = fc.tuple(
      fc.array(sample, { minLength: 1, maxLength: 6 }),
      fc.option(fc.constantFrom(0, 0.25, 0.5, 1), { nil: undefined }),
      fc.constantFrom(0, 0.5, 0.8, 1),
    );
    fc.assert(
      fc.property(cohort, ([repeats, threshold, rate]) => {
        const options = threshold === undefined ? {} : { threshold };
        const judged = repeats.map((items) => computeSampleVerdict(items, options));
        const slow = repeats.map((items) => judgeSlowly(items, threshold));
        expect(judged.map(({ verdict }) => verdict)).toEqual(slow);
        const passed = slow.filter((one) => one === 'passed').length;
        const wanted = slow.includes('error')
          ? 'error'
          : slow.includes('failed')
            ? passed > 0
              ? 'flaky'
              : 'failed'
            : slow.includes('held')
              ? 'held'
              : 'passed';
        const isThrough = wanted === 'passed' || (wanted === 'flaky' && passed >= rate * slow.length - 1e-9);
        expect(computeCaseVerdict(judged, rate)).toMatchObject({ verdict: wanted, passed, of: slow.length, isThrough });
      }),
      { numRuns: samples('COHORTS', 100, 500) },
    );
  });

  it('of a run that cannot be judged is held, and of one that broke error', () => {
    expect(computeSampleVerdict([], { isHeld: true }).verdict).toBe('held');
    expect(computeSampleVerdict([], { isHeld: true, isError: true }).verdict).toBe('error');
  });

  it('of no repeat at all is not that it passed', () => {
    expect(computeCaseVerdict([])).toMatchObject({ verdict: 'not run', isThrough: false });
  });
});

describe('an interval', () => {
  it('of a rate is that of Wilson', () => {
    // R: binom::binom.wilson(8, 10) gives 0.4901625 and 0.9433178.
    const found = computeWilsonInterval(8, 10);
    expect(found?.low).toBeCloseTo(0.4901625, 6);
    expect(found?.high).toBeCloseTo(0.9433178, 6);
    expect(computeWilsonInterval(10, 10)?.high).toBeCloseTo(1, 12);
  });

  it('is not told of fewer than five cases', () => {
    expect(computeWilsonInterval(4, 4)).toBeUndefined();
    expect(computeBootstrapInterval([1, 1, 0, 1], 'x')).toBeUndefined();
  });

  it('of a mean is the same for the same seed, and holds the mean', () => {
    const values = [1, 0.5, 0.8, 0, 1, 1, 0.9];
    const found = computeBootstrapInterval(values, 'cohort');
    expect(found).toEqual(computeBootstrapInterval(values, 'cohort'));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(found?.low).toBeLessThan(mean);
    expect(found?.high).toBeGreaterThan(mean);
  });
});
