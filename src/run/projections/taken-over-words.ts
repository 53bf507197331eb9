import { formatCost } from '@/base/figures';
import type { RunTotals } from '../run-state';

/** What a run took over from an earlier one, in words: `12 calls taken over ($0.26)`. */
export function formatTakenOver({ calls, costUsd, unpricedCalls }: RunTotals): string {
  const cost = unpricedCalls === calls ? '' : ` (${formatCost(costUsd)})`;
  return `${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'} taken over${cost}`;
}
