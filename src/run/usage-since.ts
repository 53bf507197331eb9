import type { Usage } from './event-data';

/** What was added to a growing usage since `before`; undefined: nothing. The inverse is `addUsage`. */
export function usageSince(before: Usage | null, after: Usage | null): Usage | undefined {
  if (after === null || after === before) return undefined;
  if (before === null) return after;
  const reasoningTokens = since(before.reasoningTokens, after.reasoningTokens);
  const cacheWriteTokens = since(before.cacheWriteTokens, after.cacheWriteTokens);
  const cacheSavedUsd = since(before.cacheSavedUsd, after.cacheSavedUsd);
  const makerCalls = since(before.makerCalls, after.makerCalls);
  return {
    inputTokens: after.inputTokens - before.inputTokens,
    outputTokens: after.outputTokens - before.outputTokens,
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
    cachedTokens: after.cachedTokens - before.cachedTokens,
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    costUsd: after.costUsd === null || before.costUsd === null ? null : after.costUsd - before.costUsd,
    ...(makerCalls === undefined ? {} : { makerCalls }),
    ...(cacheSavedUsd === undefined ? {} : { cacheSavedUsd }),
    estimated: after.estimated,
  };
}

/** Undefined if nothing was added. */
function since(before = 0, after = 0): number | undefined {
  return after === before ? undefined : after - before;
}
