import { defined } from '@/base/defined';
import type { Usage } from './event-data';

/**
 * The sum of two usages. If one cost is unknown, the sum's cost is unknown too, so that no sum looks cheaper than it
 * was.
 */
export function addUsage(a: Usage | null, b: Usage): Usage {
  if (a === null) return b;
  const reasoningTokens = addOptional(a.reasoningTokens, b.reasoningTokens);
  const cacheSavedUsd = addOptional(a.cacheSavedUsd, b.cacheSavedUsd);
  const cacheWriteTokens = addOptional(a.cacheWriteTokens, b.cacheWriteTokens);
  const makerCalls = addOptional(a.makerCalls, b.makerCalls);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...defined({ reasoningTokens }),
    cachedTokens: a.cachedTokens + b.cachedTokens,
    ...defined({ cacheWriteTokens }),
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
    ...defined({ makerCalls, cacheSavedUsd }),
    estimated: a.estimated || b.estimated,
  };
}

/** Undefined if both are undefined. */
function addOptional(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}
