import type { PlannedLimits, RetryPolicy } from './plan';

/** Limits of a task that says nothing (language page, section 6). */
export const defaultLimits: PlannedLimits = { timeoutMs: 600_000, maxOutputTokens: 4096 };

/** Most effects (model calls, scripts) at once. */
export const defaultMaxConcurrency = 4;

/** Error handling of a task that says nothing (language page, section 3). */
export const defaultRetry: RetryPolicy = {
  onError: 'fail',
  maxRetries: 3,
  backoff: 'exponential',
  onMaxRetries: 'fail',
};
