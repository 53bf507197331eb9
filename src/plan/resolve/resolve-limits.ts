import type { Limits } from '@/workflow/tasks/common';
import type { PlannedBudget, PlannedLimits } from '../plan';

/** Limits with those that are written here over those around. */
export function mergeLimits(own: Limits | undefined, outer: PlannedLimits): PlannedLimits {
  if (own === undefined) return outer;
  return {
    timeoutMs: own.timeoutMs ?? outer.timeoutMs,
    maxOutputTokens: own.maxOutputTokens ?? outer.maxOutputTokens,
    maxTurns: own.maxTurns ?? outer.maxTurns,
    maxContextWindowFraction: own.maxContextWindowFraction ?? outer.maxContextWindowFraction,
    warningThreshold: own.warningThreshold ?? outer.warningThreshold,
    maxContextBytes: own.maxContextBytes ?? outer.maxContextBytes,
  };
}

/** The budget that is written here; undefined: none. */
export function budgetOf(own: Limits | undefined): PlannedBudget | undefined {
  const { maxTotalTokens = 0, maxTotalCostUsd = 0 } = own ?? {};
  return maxTotalTokens === 0 && maxTotalCostUsd === 0 ? undefined : { maxTotalTokens, maxTotalCostUsd };
}
