import type { PlannedBudget, PlannedLimits, RetryPolicy } from './plan';

/** Limits of a task that says nothing (language page, section 6). */
export const defaultLimits: PlannedLimits = {
  timeoutMs: 600_000,
  maxOutputTokens: 4096,
  maxTurns: 10,
  maxContextWindowFraction: 0.8,
  warningThreshold: 0.8,
  maxContextBytes: 102_400,
};

/** No budget. */
export const noBudget: PlannedBudget = { maxTotalTokens: 0, maxTotalCostUsd: 0 };

/** Most effects (model calls, scripts) at once. */
export const defaultMaxConcurrency = 4;

/** Error handling of a task that says nothing (language page, section 3). */
export const defaultRetry: RetryPolicy = {
  onError: 'fail',
  maxRetries: 3,
  backoff: 'exponential',
  onMaxRetries: 'fail',
};

/** Rounds of `while` and `until`, and of a dynamic director-evaluator, where nothing is said. */
export const defaultMaxIterations = 10;

/** Decompositions within one another, where nothing is said (language page, section 3). */
export const defaultReparseDepth = 2;

/** How a step of a pipeline is told of the state and of itself (language page, 5.4). */
export const defaultStateTemplate = 'Previous state: {state}\n\nTask: {step}\n\nReturn only the new state.';

/** Most files that a match of the memory gives, where nothing is said. */
export const defaultMaxResults = 10;
