import { formatCost, formatDuration, formatOutput, formatTokens } from '@/base/figures';
import type { CallRecord, TaskRun } from '@/run/run-state';

/** Time, tokens and cost of a task in one line, e.g. `6.2 s · 3.1k tok in, 950 tok out · $0.02`; empty before it has ended. */
export function outputFigures(task: TaskRun | undefined, calls: readonly CallRecord[]): string {
  if (task?.status !== 'ok' && task?.status !== 'failed') return '';
  const usage = task.status === 'ok' ? task.data.usage : task.usage;
  const exit = calls.at(-1)?.reply?.exitCode;
  return [
    formatDuration(Date.parse(task.endedAt) - Date.parse(task.startedAt)),
    usage ? `${formatTokens(usage.inputTokens)} in, ${formatOutput(usage)}` : undefined,
    usage ? formatCost(usage.costUsd) : undefined,
    exit === undefined ? undefined : `exit ${exit}`,
  ]
    .filter((figure) => figure !== undefined)
    .join(' · ');
}
