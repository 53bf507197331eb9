import { defined } from '@/base/defined';
import type { ContextSettings, Limits } from '@/workflow/tasks/common';
import { defaultKeepCount, defaultMinRelevance } from '../limits';
import type { PlannedBudget, PlannedCleanup, PlannedContext, PlannedLimits } from '../plan';

/** Merges limits: own ones over those of the surroundings. */
export function mergeLimits(own: Limits | undefined, outer: PlannedLimits): PlannedLimits {
  if (own === undefined) return outer;
  return {
    timeoutMs: own.timeoutMs ?? outer.timeoutMs,
    maxOutputTokens: own.maxOutputTokens ?? outer.maxOutputTokens,
    maxTurns: own.maxTurns ?? outer.maxTurns,
    maxContextWindowFraction: own.maxContextWindowFraction ?? outer.maxContextWindowFraction,
    warningThreshold: own.warningThreshold ?? outer.warningThreshold,
    maxContextBytes: own.maxContextBytes ?? outer.maxContextBytes,
    maxContextTasks: own.maxContextTasks ?? outer.maxContextTasks,
    maxStdoutBytes: own.maxStdoutBytes ?? outer.maxStdoutBytes,
    maxStderrBytes: own.maxStderrBytes ?? outer.maxStderrBytes,
    maxCombinedBytes: own.maxCombinedBytes ?? outer.maxCombinedBytes,
    truncationStrategy: own.truncationStrategy ?? outer.truncationStrategy,
    externalStorageThreshold: own.externalStorageThreshold ?? outer.externalStorageThreshold,
    externalStorageDir: own.externalStorageDir ?? outer.externalStorageDir,
    compressExternal: own.compressExternal ?? outer.compressExternal,
    maxStoredBytes: own.maxStoredBytes ?? outer.maxStoredBytes,
    cleanup: own.cleanupStrategy === undefined ? outer.cleanup : resolveCleanup(own.cleanupStrategy),
  };
}

/** A cleanup strategy with its defaults. It may be a name alone, or a name with figures. */
export function resolveCleanup(strategy: NonNullable<Limits['cleanupStrategy']>): PlannedCleanup {
  const {
    type,
    keepCount = defaultKeepCount,
    keep = 'true',
  } = typeof strategy === 'string' ? { type: strategy } : strategy;
  if (type === 'direct_dependencies') return { type };
  return type === 'custom' ? { type, keep } : { type, keepCount };
}

/** Merges a task's context settings over the workflow's; of several caps the lowest applies. */
export function resolveContext(
  own: ContextSettings | undefined,
  outer: ContextSettings | undefined,
  limits: PlannedLimits,
): PlannedContext {
  const merged = { ...outer, ...own };
  const findLowest = (...caps: readonly (number | undefined)[]) => Math.min(...caps.filter((cap) => cap !== undefined));
  const { timeWindowSecs } = merged;
  return {
    mode: merged.mode ?? 'automatic',
    includeTasks: merged.includeTasks ?? [],
    excludeTasks: merged.excludeTasks ?? [],
    minRelevance: merged.minRelevance ?? defaultMinRelevance,
    maxBytes: findLowest(own?.maxBytes, outer?.maxBytes, limits.maxContextBytes),
    maxTasks: findLowest(own?.maxTasks, outer?.maxTasks, limits.maxContextTasks),
    ...defined({ timeWindowSecs }),
  };
}

/** The budget set in these limits; undefined: none. */
export function resolveBudget(own: Limits | undefined): PlannedBudget | undefined {
  const { maxTotalTokens = 0, maxTotalCostUsd = 0 } = own ?? {};
  return maxTotalTokens === 0 && maxTotalCostUsd === 0 ? undefined : { maxTotalTokens, maxTotalCostUsd };
}
