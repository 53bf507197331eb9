import type { DocumentPath } from '../diagnostic';
import type { DocumentSettings } from '../document';
import type { TaskScope } from '../graph/task-scopes';
import type { Task } from '../tasks';
import type { ContextSettings, Limits } from '../tasks/common';
import { mapParts } from '../tasks/parts';
import type { Checking } from './checking';

/** Reports settings of a task that another of its settings makes ineffective. */
export function checkTaskLimits(checking: Checking, task: Task, { path }: TaskScope): void {
  const { limits, context, loop, errorHandling } = task;
  const isVoid = createVoidReporter(checking, path);
  checkLimits(checking, limits, context, path);
  if (task.injectContext === false) {
    isVoid(context?.includeTasks, ['context', 'include_tasks'], 'inject_context is false');
  }
  if (loop?.type === 'repeat') {
    isVoid(loop.condition, ['loop', 'condition'], 'repeat runs count times');
    isVoid(loop.maxIterations, ['loop', 'max_iterations'], 'repeat runs count times');
  } else if (loop !== undefined) {
    isVoid(loop.count, ['loop', 'count'], `${loop.type} goes by its condition`);
  }
  for (const name of Object.keys(loop?.initialState ?? {})) {
    const isHandedOn = loop?.state !== undefined && Object.hasOwn(loop.state, name);
    if (!isHandedOn) isVoid(name, ['loop', 'initial_state', name], `loop.state has no ${name}, so nothing hands it on`);
  }
  if (!isAskingModels(task)) {
    isVoid(loop?.progress, ['loop', 'progress'], 'no task in it asks a model, and only prompts tell of earlier rounds');
  }
  if (errorHandling?.onError !== undefined && errorHandling.onError !== 'retry') {
    const reason = `on_error is ${errorHandling.onError}, so nothing is retried`;
    isVoid(errorHandling.maxRetries, ['error_handling', 'max_retries'], reason);
    isVoid(errorHandling.backoff, ['error_handling', 'backoff'], reason);
    isVoid(errorHandling.onMaxRetries, ['error_handling', 'on_max_retries'], reason);
  }
  if (task.interactive !== true) {
    isVoid(task.inputTimeoutMs, ['input_timeout_ms'], 'the task is not interactive, so nobody is asked');
  }
  if (task.type === 'director_evaluator' && task.mode !== 'static') {
    isVoid(task.onUnaccepted, ['on_unaccepted'], 'the mode is dynamic, which ends when the director asks no more');
  }
  if (task.disableReparsing === true) isVoid(task.reparse, ['reparse'], 'disable_reparsing is true');
  const scriptTimeout = task.type === 'script' ? task.script?.timeoutMs : undefined;
  if (scriptTimeout !== undefined && scriptTimeout > (limits?.timeoutMs || Number.POSITIVE_INFINITY)) {
    isVoid(scriptTimeout, ['script', 'timeout_ms'], `the task ends after ${limits?.timeoutMs} ms`);
  }
}

/** Whether a task has a prompt, or one in it, or one that it calls. */
function isAskingModels(task: Task): boolean {
  if (task.type === 'atomic' || task.type === 'call') return true;
  let found = false;
  mapParts(task, (part) => {
    found ||= isAskingModels(part);
    return part;
  });
  return found;
}

/** Reports limits that contradict each other if both are written in one place. Defaults are never reported. */
export function checkLimits(
  checking: Checking,
  limits: Limits | undefined,
  context: ContextSettings | undefined,
  path: DocumentPath,
): void {
  const isVoid = createVoidReporter(checking, path);
  const above = (lower: number | undefined, higher: number | undefined, at: DocumentPath, reason: string) => {
    if (lower !== undefined && higher !== undefined && higher > lower) isVoid(higher, at, reason);
  };
  if (context?.mode === 'none') isVoid(context.includeTasks, ['context', 'include_tasks'], 'the mode is none');
  if (limits === undefined) return;
  const { cleanupStrategy, maxCombinedBytes: combined } = limits;
  const combinedReason = `max_combined_bytes is ${combined}`;
  above(combined, limits.maxStdoutBytes, ['limits', 'max_stdout_bytes'], combinedReason);
  above(combined, limits.maxStderrBytes, ['limits', 'max_stderr_bytes'], combinedReason);
  above(
    limits.maxStoredBytes,
    limits.externalStorageThreshold,
    ['limits', 'external_storage_threshold'],
    `of an output only ${limits.maxStoredBytes} bytes are kept`,
  );
  above(
    limits.maxTotalTokens || undefined,
    limits.maxOutputTokens,
    ['limits', 'max_output_tokens'],
    `the budget is ${limits.maxTotalTokens} tokens, so no call could be made`,
  );
  const contextReason = 'the limits are lower, and the lower wins';
  above(limits.maxContextBytes, context?.maxBytes, ['context', 'max_bytes'], contextReason);
  above(limits.maxContextTasks, context?.maxTasks, ['context', 'max_tasks'], contextReason);
  if (typeof cleanupStrategy === 'object' && cleanupStrategy.type !== 'custom') {
    const reason = `the strategy is ${cleanupStrategy.type}; only custom uses it`;
    isVoid(cleanupStrategy.keep, ['limits', 'cleanup_strategy', 'keep'], reason);
  }
}

/** Reports a retention of neither days nor a number of runs, as no run would be kept. */
export function checkRetention(checking: Checking, retention: DocumentSettings['retention']): void {
  if (retention?.keepDays !== 0 || retention.keepLast !== 0) return;
  checking.report('HED507', ['retention', 'keep_last'], 'With keep_days and keep_last both 0, no run is kept at all.');
}

/** Reports a setting that is given but has no effect. */
export function createVoidReporter(checking: Checking, path: DocumentPath) {
  return (value: unknown, at: DocumentPath, reason: string): void => {
    if (value === undefined) return;
    checking.report('HED507', [...path, ...at], `${at.at(-1)} has no effect here: ${reason}.`);
  };
}
