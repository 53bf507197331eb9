import { formatDuration } from '@/base/figures';
import { parseIsoTime } from './iso-time';
import type { RunState, TaskRun } from './run-state';

interface Span {
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** Left out: not known, because the run is older than this field. */
  readonly durationMs?: number;
}

/**
 * How long a run, or a task, took on the clock on the wall, in ms: what a clock shows that ran while it did. Undefined
 * before it has ended. Never negative, because the clock may have been set back.
 */
export function computeWallTime({ startedAt, endedAt }: Span): number | undefined {
  if (startedAt === undefined || endedAt === undefined) return undefined;
  return Math.max(0, parseIsoTime(endedAt) - parseIsoTime(startedAt));
}

/** The same without the time in which nobody worked on it: it waited, or no process ran it. */
export function computeWorkTime(span: Span): number | undefined {
  return computeWallTime(span) === undefined ? undefined : (span.durationMs ?? computeWallTime(span));
}

/** Whether the time on the wall, in ms, is that at work but for what is no difference to a person. */
export const isSameTime = (wallMs: number, workMs: number): boolean => wallMs - workMs < 1000;

/** The time at work in words, where it is not that on the wall: `0:01 at work`; undefined: it is. */
export function formatWorkTime(span: Span, format: (ms: number) => string = formatDuration): string | undefined {
  const [wall, work] = [computeWallTime(span), computeWorkTime(span)];
  if (wall === undefined || work === undefined || isSameTime(wall, work)) return undefined;
  return `${format(work)} at work`;
}

/** A task as a span. */
export function getTaskSpan(task: TaskRun): Span {
  return task.status === 'ok' ? { ...task, durationMs: task.data.durationMs } : task;
}

/**
 * What the clock of a run shows, in ms: from its start to its end, or to `now` while somebody runs it, without the time
 * in which it waited. Undefined before its first event.
 */
export function computeRunClock(
  { startedAt, endedAt, lastAt, waitedMs = 0, waitsSince }: ClockedRun,
  now: number | undefined,
): number | undefined {
  if (startedAt === undefined) return undefined;
  const stopped = endedAt ?? waitsSince;
  const until = stopped === undefined ? (now ?? parseIsoTime(lastAt ?? startedAt)) : parseIsoTime(stopped);
  return Math.max(0, until - parseIsoTime(startedAt) - waitedMs);
}

type ClockedRun = Pick<RunState, 'startedAt' | 'endedAt' | 'lastAt' | 'waitedMs' | 'waitsSince'>;
