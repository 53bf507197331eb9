import { formatCost, formatDuration, formatOutput, formatTokens } from '@/base/figures';
import { findFallbackModel } from '@/run/projections/fallback-words';
import type { CallRecord, TaskInstance } from '@/run/run-state';
import { computeWallTime, formatWorkTime, getTaskSpan } from '@/run/time-taken';

/**
 * Time, tokens and cost of a task in one line, e.g. `6.2 s · 3.1k tok in, 950 tok out · $0.02`; empty before it has
 * ended.
 */
export function formatOutputFigures(task: TaskInstance | undefined, calls: readonly CallRecord[]): string {
  if (task?.status !== 'ok' && task?.status !== 'failed') return '';
  const usage = task.status === 'ok' ? task.data.usage : task.usage;
  const answered = findFallbackModel(calls, task.path);
  const exit = calls.at(-1)?.reply?.exitCode;
  return [
    formatDuration(computeWallTime(task) ?? 0),
    formatWorkTime(getTaskSpan(task)),
    usage ? `${formatTokens(usage.inputTokens)} in, ${formatOutput(usage)}` : undefined,
    usage ? formatCost(usage.costUsd) : undefined,
    answered === undefined ? undefined : `by ${answered}`,
    exit === undefined ? undefined : `exit ${exit}`,
  ]
    .filter((figure) => figure !== undefined)
    .join(' · ');
}
