import type { PlannedCheckpoint, PlannedRetention } from './keeping';
import type { PlannedBudget, PlannedCompaction, PlannedLimits, RetryPolicy } from './plan';

/** Limits of a task that sets none (language page, section 6). */
export const defaultLimits: PlannedLimits = {
  timeoutMs: 600_000,
  maxOutputTokens: 0,
  maxTurns: 10,
  maxContextWindowFraction: 0.8,
  warningThreshold: 0.8,
  maxContextBytes: 102_400,
  maxContextTasks: 10,
  maxStdoutBytes: 1_048_576,
  maxStderrBytes: 262_144,
  maxCombinedBytes: 1_572_864,
  truncationStrategy: 'tail',
  externalStorageThreshold: 1_048_576,
  externalStorageDir: '.workflow_state/task_outputs',
  compressExternal: true,
  maxStoredBytes: 104_857_600,
  cleanup: { type: 'most_recent', keepCount: 20 },
};

/** Outputs that stay candidates for context, if the strategy counts them and sets no number. */
export const defaultKeepCount = 20;

/** Least relevance of an output in the prompt, if none is set (language page, section 6). */
export const defaultMinRelevance = 0.4;

/** Compaction of a document that only turns it on (language page, section 7). */
export const defaultCompaction: PlannedCompaction = {
  trigger: 'on_complete',
  threshold: 50_000,
  batchSize: 3,
  strategy: 'moderate',
  preserve: ['outputs', 'decisions', 'errors'],
};

/** No budget. */
export const noBudget: PlannedBudget = { maxTotalTokens: 0, maxTotalCostUsd: 0 };

/** Snapshots if the document does not mention them: only those that Heddle takes by itself. */
export const defaultCheckpoint: PlannedCheckpoint = { enabled: true, every: null };

/** How long ended runs are kept. */
export const defaultRetention: PlannedRetention = { keepDays: 30, keepLast: 100 };

/** Most effects (model calls, scripts) at once. */
export const defaultMaxConcurrency = 4;

/** Error handling of a task that sets none (language page, section 3). */
export const defaultRetry: RetryPolicy = {
  onError: 'fail',
  maxRetries: 3,
  backoff: 'exponential',
  onMaxRetries: 'fail',
};

/** Rounds of `while` and `until`, and of a dynamic director-evaluator, if none are set. */
export const defaultMaxIterations = 10;

/** Depth of nested decompositions, if none is set (language page, section 3). */
export const defaultReparseDepth = 2;

/** Prompt of a pipeline's step: the state and the step (language page, 5.4). */
export const defaultStateTemplate = 'Previous state: {state}\n\nTask: {step}\n\nReturn only the new state.';

/** The most files that a memory match returns, if no number is set. */
export const defaultMaxResults = 10;
