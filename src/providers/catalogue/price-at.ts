import type { Price } from '@/plan/model-facts';
import type { DatedPrice } from './families/family-rule';

/**
 * The price that applies at a time, in ms since 1970: the last whose condition is met, else the first; undefined if
 * there are none.
 */
export function findPriceAt(prices: readonly DatedPrice[], now: number): Price | undefined {
  return (prices.findLast((each) => isInForce(each, now)) ?? prices[0])?.price;
}

function isInForce({ from, during }: DatedPrice, now: number): boolean {
  if (from !== undefined && now < Date.parse(from)) return false;
  if (during === undefined) return true;
  const second = Math.floor(now / 1000) % 86_400;
  const [start, end] = during;
  return start <= end ? second >= start && second < end : second >= start || second < end;
}
