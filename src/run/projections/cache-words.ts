import { formatCost, formatTokens } from '@/base/figures';
import type { RunTotals } from '../run-state';

/**
 * What makers' prompt caches did in a run, for a person: `12k tok read, 3k tok written, saved $0.02`; undefined:
 * nothing.
 */
export function formatCacheWords({
  cachedTokens = 0,
  cacheWriteTokens = 0,
  cacheSavedUsd,
}: RunTotals): string | undefined {
  if (cachedTokens + cacheWriteTokens === 0) return undefined;
  const written = cacheWriteTokens === 0 ? '' : `, ${formatTokens(cacheWriteTokens)} written`;
  return `${formatTokens(cachedTokens)} read${written}${formatSaved(cacheSavedUsd)}`;
}

function formatSaved(usd: number | undefined): string {
  if (usd === undefined) return '';
  return usd >= 0 ? `, saved ${formatCost(usd)}` : `, cost ${formatCost(-usd)} more`;
}
