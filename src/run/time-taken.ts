import { msOfTime } from './iso-time';
import type { TaskRun } from './run-state';

interface Span {
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** Left out: not known, because the run is older than this field. */
  readonly durationMs?: number;
}

/**
 * How long a run took, in ms, without the time in which nobody worked on it. Undefined before it has ended. Never
 * negative, because the clock may have been set back.
 */
export function timeTaken({ startedAt, endedAt, durationMs }: Span): number | undefined {
  if (startedAt === undefined || endedAt === undefined) return undefined;
  return durationMs ?? Math.max(0, msOfTime(endedAt) - msOfTime(startedAt));
}

/** The same of a task. */
export function taskTimeTaken(task: TaskRun): number | undefined {
  return timeTaken(task.status === 'ok' ? { ...task, durationMs: task.data.durationMs } : task);
}
