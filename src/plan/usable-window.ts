import type { PlannedLimits } from './plan';

/**
 * The most tokens that may be sent into a window of `size`: the share of it that a call may use, no more than leaves room
 * for an answer of `reserve` tokens, and no more than the maker takes (`maxInput`; left out: as many as the window
 * holds).
 */
export function usableWindow(
  size: number,
  reserve: number,
  { maxContextWindowFraction }: Pick<PlannedLimits, 'maxContextWindowFraction'>,
  maxInput = size,
): number {
  return Math.max(0, Math.min(Math.floor(size * maxContextWindowFraction), size - reserve, maxInput));
}
