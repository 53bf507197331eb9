import { assertNever } from '@/base/assert-never';
import type { TaskPath } from '@/workflow/task-path';
import { parseIsoTime } from '../iso-time';
import type { FailedAttempt, RunState, TaskInstance } from '../run-state';
import { findFallbackModel } from './fallback-words';
import { findStartedContainer } from './parts-of';

/** A span of a task on the time axis, in ms from the start of the run. `to` is undefined while it continues. */
export interface TimelineBar {
  readonly kind: 'done' | 'running' | 'continued' | 'failed' | 'waiting' | 'cancelled';
  readonly from: number;
  readonly to: number | undefined;
}

/** When a task ran: its attempts and the pauses between them, or all of its instances. */
export interface TimelineRow {
  readonly taskPath: TaskPath;
  /** 0 for a task of the document. */
  readonly depth: number;
  /** Whether tasks within it have started. */
  readonly holds: boolean;
  /** How many instances were started. */
  readonly runs: number;
  readonly bars: readonly TimelineBar[];
  /** The model that answered last, if the task names another one; see {@link findFallbackModel}. */
  readonly answered?: string;
}

/** Gaps smaller than this fraction of the run are not visible: bars of one kind around them are joined. */
const resolution = 1 / 500;

/**
 * The started tasks of a run, in the order of their start, as rows of a Gantt chart. Tasks in a container come after
 * it, if it is in `unfolded`.
 */
export function buildTimeline(run: RunState, unfolded: ReadonlySet<TaskPath>): readonly TimelineRow[] {
  if (run.startedAt === undefined) return [];
  const start = parseIsoTime(run.startedAt);
  const computeOffset = (time: string) => parseIsoTime(time) - start;
  const parts = new Map<TaskPath | undefined, TaskPath[]>();
  for (const [taskPath, task] of run.tasks) {
    if (!('startedAt' in task)) continue;
    const container = findStartedContainer(run, taskPath);
    parts.set(container, [...(parts.get(container) ?? []), taskPath]);
  }
  const rows: TimelineRow[] = [];
  const addRows = (container: TaskPath | undefined, depth: number) => {
    for (const taskPath of parts.get(container) ?? []) {
      const instances = run.instances.get(taskPath) ?? [];
      const bars = buildBars(instances, run.retries.get(taskPath) ?? [], computeOffset);
      const last = instances.at(-1);
      const answered = last && findFallbackModel(run.calls.get(taskPath) ?? [], last.path);
      const named = answered === undefined ? {} : { answered };
      rows.push({ taskPath, depth, holds: parts.has(taskPath), runs: instances.length, bars, ...named });
      if (unfolded.has(taskPath)) addRows(taskPath, depth + 1);
    }
  };
  addRows(undefined, 0);
  return rows;
}

type Started = Extract<TaskInstance, { startedAt: string }>;
type At = (time: string) => number;

function buildBars(
  instances: readonly TaskInstance[],
  retries: readonly FailedAttempt[],
  at: At,
): readonly TimelineBar[] {
  const started = instances.filter((instance): instance is Started => 'startedAt' in instance);
  const [only] = started;
  if (only !== undefined && started.length === 1) return buildAttemptBars(only, retries, at);
  return joinBars(started.map((instance) => buildBar(instance, at(instance.startedAt), at)));
}

function buildAttemptBars(task: Started, retries: readonly FailedAttempt[], at: At): TimelineBar[] {
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
  return [...bars, buildBar(task, from, at)];
}

function buildBar(task: Started, from: number, at: At): TimelineBar {
  return { kind: getBarKind(task), from, to: 'endedAt' in task ? at(task.endedAt) : undefined };
}

/**
 * Joins bars of one kind that touch or nearly touch, in the order of their start, so that thousands of runs make few
 * bars.
 */
function joinBars(bars: readonly TimelineBar[]): readonly TimelineBar[] {
  const near = Math.max(0, ...bars.map(({ from, to = from }) => to)) * resolution;
  const open = new Map<
    TimelineBar['kind'],
    { readonly kind: TimelineBar['kind']; from: number; to: number | undefined }
  >();
  const result: TimelineBar[] = [];
  for (const { kind, from, to } of bars) {
    const last = open.get(kind);
    if (last !== undefined && (last.to === undefined || from <= last.to + near)) {
      last.to = last.to === undefined || to === undefined ? undefined : Math.max(last.to, to);
    } else {
      const bar = { kind, from, to };
      open.set(kind, bar);
      result.push(bar);
    }
  }
  return result;
}

function getBarKind(task: Started): TimelineBar['kind'] {
  switch (task.status) {
    case 'running':
      return 'running';
    case 'ok':
      return task.error === undefined ? 'done' : 'continued';
    case 'failed':
    case 'cancelled':
      return task.status;
    default:
      return assertNever(task);
  }
}
