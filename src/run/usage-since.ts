import { defined } from '@/base/defined';
import type { Usage } from './event-data';

/** What was added to a growing usage since `before`; undefined: nothing. The inverse is `addUsage`. */
export function computeUsageSince(before: Usage | null, after: Usage | null): Usage | undefined {
  if (after === null || after === before) return undefined;
  if (before === null) return after;
  const reasoningTokens = computeSince(before.reasoningTokens, after.reasoningTokens);
  const cacheWriteTokens = computeSince(before.cacheWriteTokens, after.cacheWriteTokens);
  const cacheSavedUsd = computeSince(before.cacheSavedUsd, after.cacheSavedUsd);
  const makerCalls = computeSince(before.makerCalls, after.makerCalls);
  return {
    inputTokens: after.inputTokens - before.inputTokens,
    outputTokens: after.outputTokens - before.outputTokens,
    ...defined({ reasoningTokens }),
    cachedTokens: after.cachedTokens - before.cachedTokens,
    ...defined({ cacheWriteTokens }),
    costUsd: after.costUsd === null || before.costUsd === null ? null : after.costUsd - before.costUsd,
    ...defined({ makerCalls, cacheSavedUsd }),
    estimated: after.estimated,
  };
}

/** Undefined if nothing was added. */
function computeSince(before = 0, after = 0): number | undefined {
  return after === before ? undefined : after - before;
}
