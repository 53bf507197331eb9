import { countEventCalls } from '@/run/calls-of-event';
import type { RunEvent } from '@/run/events';
import { parseIsoTime } from '@/run/iso-time';
import { findInstance, getNearestTaskPath, parsePathSteps } from '@/run/journal-path';
import { emptyRun } from '@/run/reduce-run';
import type { PipelineProgress, RunState } from '@/run/run-state';
import { countTasksDone } from '@/run/tasks-done';

/** A task that is running, or waiting to be retried. */
export interface RunningTask {
  /** Journal path of the instance. */
  readonly path: string;
  /** ms since 1970: when its first attempt began. */
  readonly since: number;
  readonly retrying: boolean;
  /** How far it is, if it is a pipeline. */
  readonly steps?: PipelineProgress;
}

/** What a terminal shows of a run. `done` and `total` count tasks of the workflow itself, not those inside them. */
export interface RunProgress {
  readonly running: ReadonlyMap<string, RunningTask>;
  readonly done: number;
  readonly total: number;
  readonly calls: number;
  readonly tokens: number;
  /** The cost of the calls whose price is known. Null: of none of them. */
  readonly costUsd: number | null;
  /** ms since 1970; undefined before the first event. */
  readonly startedAt: number | undefined;
  take(event: RunEvent): void;
}

/** Follows a run from a state, event by event. An event costs the same, however long the run is. */
export function createRunProgress({
  tasks,
  instances,
  progress: steps,
  taskCount,
  totals,
  startedAt,
}: RunState = emptyRun): RunProgress {
  const running = new Map<string, RunningTask>();
  for (const run of [...instances.values()].flat()) {
    if (run.status !== 'running') continue;
    const known = steps.get(getNearestTaskPath(run.path));
    const task = { path: run.path, since: parseIsoTime(run.startedAt), retrying: run.retry !== undefined };
    running.set(run.path, known === undefined ? task : { ...task, steps: known });
  }
  const progress: { -readonly [key in keyof RunProgress]: RunProgress[key] } = {
    running,
    done: countTasksDone({ tasks }),
    total: taskCount,
    calls: totals.calls,
    tokens: totals.inputTokens + totals.outputTokens,
    costUsd: totals.calls > 0 && totals.unpricedCalls === totals.calls ? null : totals.costUsd,
    startedAt: startedAt === undefined ? undefined : parseIsoTime(startedAt),
    take(event: RunEvent): void {
      progress.startedAt ??= parseIsoTime(event.t);
      const { path } = event;
      const calls = countEventCalls(event);
      if (calls?.isTaken === false) {
        const { inputTokens, outputTokens, costUsd } = calls.usage;
        const before = progress.calls === 0 ? null : progress.costUsd;
        progress.calls += calls.count;
        progress.tokens += inputTokens + outputTokens;
        progress.costUsd = costUsd === null ? before : (before ?? 0) + costUsd;
      }
      switch (event.kind) {
        case 'run.started':
          progress.total = event.data.taskCount;
          return;
        case 'task.started':
          running.set(path, { path, since: parseIsoTime(event.t), retrying: false });
          return;
        case 'task.retrying':
          running.set(path, { path, since: running.get(path)?.since ?? parseIsoTime(event.t), retrying: true });
          return;
        case 'task.completed':
        case 'task.failed':
        case 'task.skipped':
        case 'task.cancelled':
          running.delete(path);
          if (parsePathSteps(path).length === 1) progress.done += 1;
          return;
        case 'pipeline.progress': {
          const task = running.get(findInstance(path) ?? '');
          if (task !== undefined) running.set(task.path, { ...task, retrying: false, steps: event.data });
          return;
        }
        default:
          return;
      }
    },
  };
  return progress;
}
