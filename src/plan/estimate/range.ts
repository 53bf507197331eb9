import type { Range } from './estimate';

/** Zero. */
export const nothing: Range = { low: 0, high: 0 };
/** Exactly once. */
export const once: Range = { low: 1, high: 1 };

/** A range with both ends equal. */
export function createExactRange(count: number): Range {
  return { low: count, high: count };
}

/** The product of two ranges. */
export function multiplyRanges(a: Range, b: Range): Range {
  return { low: a.low * b.low, high: a.high * b.high };
}

export function sumRanges(ranges: readonly Range[]): Range {
  return ranges.reduce((total, { low, high }) => ({ low: total.low + low, high: total.high + high }), nothing);
}
