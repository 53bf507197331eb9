import { createDice } from '@/base/dice';

/** Bounds of an interval of confidence. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Fewer cases say too little for an interval. */
const fewestForInterval = 5;

/** z of 95 %. */
const z = 1.959963984540054;

/**
 * Wilson's interval at 95 % of a rate (en.wikipedia.org/wiki/Binomial_proportion_confidence_interval). Undefined: too
 * few cases.
 */
export function computeWilsonInterval(passed: number, of: number): Interval | undefined {
  if (of < fewestForInterval) return undefined;
  const rate = passed / of;
  const square = (z * z) / of;
  const centre = (rate + square / 2) / (1 + square);
  const half = (z / (1 + square)) * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** The percentile bootstrap interval at 95 % of a mean; the same for the same seed. Undefined: too few values. */
export function computeBootstrapInterval(
  values: readonly number[],
  seed: string,
  draws = 10_000,
): Interval | undefined {
  if (values.length < fewestForInterval) return undefined;
  const dice = createDice(seed);
  // Many draws of many values take long, and the mean of many values is known well by fewer draws.
  const count = Math.max(1000, Math.min(draws, Math.floor(2_000_000 / values.length)));
  const means = new Float64Array(count);
  for (let draw = 0; draw < count; draw += 1) {
    let sum = 0;
    for (let index = 0; index < values.length; index += 1) sum += values[Math.floor(dice.next() * values.length)] ?? 0;
    means[draw] = sum / values.length;
  }
  means.sort();
  const getAt = (share: number) => means[Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))))] ?? 0;
  return { low: getAt(0.025), high: getAt(0.975) };
}
