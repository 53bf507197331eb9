import { formatCost, formatTokens } from '@/base/figures';
import type { PlanEstimate, Range } from './estimate';

/** A range in words: one figure if both ends read the same, else both, e.g. `41k – 140k`. */
function formatRange({ low, high }: Range, format: (value: number) => string): string {
  const [from, to] = [format(low), format(high)];
  return from === to ? from : `${from} – ${to}`;
}

/** Token counts without the unit, which is in the heading. */
export function formatTokenRange(range: Range): string {
  return formatRange(range, (tokens) => formatTokens(tokens).replace(/ tok$/, ''));
}

/** Counts of calls. */
export function countText(range: Range): string {
  return formatRange(range, String);
}

/** Cost in words. `null`: the price is not known, which is never shown as $0. */
export function formatCostRange(range: Range | null): string {
  return range === null ? 'price not known' : formatRange(range, formatCost);
}

/** What a run takes in words. If calls are followed only so deep, there is no most: `at least 32`. */
export function formatTotals({
  calls,
  tokens,
  costUsd,
  isCut,
}: Pick<PlanEstimate, 'calls' | 'tokens' | 'costUsd' | 'isCut'>): Record<'calls' | 'tokens' | 'costUsd', string> {
  const show = (range: Range, format: (range: Range) => string) =>
    isCut ? `at least ${format({ low: range.low, high: range.low })}` : format(range);
  return {
    calls: show(calls, countText),
    tokens: show(tokens, formatTokenRange),
    costUsd: show(costUsd, formatCostRange),
  };
}
