import type { Usage } from './event-data';

/** The sum of two usages. A cost that is not known makes the sum's unknown, so that no sum looks cheaper than it was. */
export function addUsage(a: Usage | null, b: Usage): Usage {
  if (a === null) return b;
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
    estimated: a.estimated || b.estimated,
  };
}
