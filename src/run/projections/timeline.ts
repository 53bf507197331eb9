import { assertNever } from '@/base/assert-never';
import { msOfTime } from '../iso-time';
import type { RunState, TaskRetry, TaskRun } from '../run-state';

/** A span of a task on the time axis, in ms from the start of the run. `to` is undefined while it goes on. */
export interface TimelineBar {
  readonly kind: 'done' | 'running' | 'failed' | 'waiting' | 'cancelled';
  readonly from: number;
  readonly to: number | undefined;
}

/** The attempts of a task in time, and the pauses between them. */
export interface TimelineRow {
  readonly taskId: string;
  readonly bars: readonly TimelineBar[];
}

/** The tasks of a run that have started, in that order, as rows of a Gantt chart. */
export function timelineOf(run: RunState): readonly TimelineRow[] {
  if (run.startedAt === undefined) return [];
  const start = msOfTime(run.startedAt);
  const rows: TimelineRow[] = [];
  for (const [taskId, task] of run.tasks) {
    if (!('startedAt' in task)) continue;
    rows.push({ taskId, bars: barsOf(task, run.retries.get(taskId) ?? [], (time) => msOfTime(time) - start) });
  }
  return rows;
}

type StartedTask = Extract<TaskRun, { startedAt: string }>;

function barsOf(task: StartedTask, retries: readonly TaskRetry[], at: (time: string) => number): TimelineBar[] {
  const bars: TimelineBar[] = [];
  let from = at(task.startedAt);
  for (const { since, delayMs } of retries) {
    const failed = at(since);
    bars.push({ kind: 'failed', from, to: failed });
    from = failed + delayMs;
    bars.push({ kind: 'waiting', from: failed, to: from });
  }
  const last = bars.at(-1);
  if (task.status === 'running' && task.retry !== undefined && last !== undefined) {
    return [...bars.slice(0, -1), { ...last, to: undefined }];
  }
  return [...bars, { kind: kindOf(task), from, to: 'endedAt' in task ? at(task.endedAt) : undefined }];
}

function kindOf(task: StartedTask): TimelineBar['kind'] {
  switch (task.status) {
    case 'running':
      return 'running';
    case 'ok':
      return 'done';
    case 'failed':
    case 'cancelled':
      return task.status;
    default:
      return assertNever(task);
  }
}
