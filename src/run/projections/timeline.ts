import { msOfTime } from '../iso-time';
import type { CallRecord, RunState, TaskRun } from '../run-state';

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
    rows.push({ taskId, bars: barsOf(task, run.calls.get(taskId) ?? [], (time) => msOfTime(time) - start) });
  }
  return rows;
}

type StartedTask = Extract<TaskRun, { startedAt: string }>;

function barsOf(task: StartedTask, calls: readonly CallRecord[], at: (time: string) => number): TimelineBar[] {
  const attempts = new Map<number, CallRecord[]>();
  for (const call of calls) {
    const attempt = attempts.get(call.attempt);
    if (attempt) attempt.push(call);
    else attempts.set(call.attempt, [call]);
  }
  const ended = 'endedAt' in task ? at(task.endedAt) : undefined;
  const spans = [...attempts.values()];
  const bars: TimelineBar[] = [];
  let from = at(task.startedAt);
  spans.slice(0, -1).forEach((span, index) => {
    const next = at(spans[index + 1]?.[0]?.startedAt ?? task.startedAt);
    const to = endOf(span, at) ?? next;
    bars.push({ kind: 'failed', from, to });
    if (next > to) bars.push({ kind: 'waiting', from: to, to: next });
    from = next;
  });
  if (task.status === 'running' && task.retry) {
    const since = at(task.retry.since);
    bars.push({ kind: 'failed', from, to: since }, { kind: 'waiting', from: since, to: undefined });
  } else {
    bars.push({ kind: kindOf(task), from, to: ended });
  }
  return bars;
}

function endOf(calls: readonly CallRecord[], at: (time: string) => number): number | undefined {
  const reply = calls.at(-1)?.reply;
  return reply && at(reply.endedAt);
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
  }
}
