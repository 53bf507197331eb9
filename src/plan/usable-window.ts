import type { PlannedLimits } from './plan';

/**
 * The most tokens that may be sent to a model with a window of `size` tokens. The limits are the share of the window
 * that a call may use, room for an answer of `reserve` tokens, and `maxInput`, the most that the maker takes (left out:
 * the whole window).
 */
export function computeUsableWindow(
  size: number,
  reserve: number,
  { maxContextWindowFraction }: Pick<PlannedLimits, 'maxContextWindowFraction'>,
  maxInput = size,
): number {
  return Math.max(0, Math.min(Math.floor(size * maxContextWindowFraction), size - reserve, maxInput));
}
