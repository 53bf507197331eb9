import { formatCost, formatTokens } from '@/base/figures';
import type { Range } from './estimate';

/** A range in words: one figure where its ends say the same, else both, e.g. `41k – 140k`. */
function rangeText({ low, high }: Range, format: (value: number) => string): string {
  const [from, to] = [format(low), format(high)];
  return from === to ? from : `${from} – ${to}`;
}

/** Numbers of tokens, without the unit, which the heading says. */
export function tokensText(range: Range): string {
  return rangeText(range, (tokens) => formatTokens(tokens).replace(/ tok$/, ''));
}

/** Numbers of calls. */
export function countText(range: Range): string {
  return rangeText(range, String);
}

/** `null`: the price is not known, which is said and never shown as $0. */
export function costText(range: Range | null): string {
  return range === null ? 'price not known' : rangeText(range, formatCost);
}
