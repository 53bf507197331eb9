import type { PlannedLimits } from './plan';

/** Most tokens that may be sent into a window of `size`: the share of it that a call may use, and no more than leaves room for the answer. */
export function usableWindow(
  size: number,
  { maxOutputTokens, maxContextWindowFraction }: Pick<PlannedLimits, 'maxOutputTokens' | 'maxContextWindowFraction'>,
): number {
  return Math.max(0, Math.min(Math.floor(size * maxContextWindowFraction), size - maxOutputTokens));
}
