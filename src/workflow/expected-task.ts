import type { TaskPath } from './task-path';

/** The results that an expectation is about: those of a task, or of one of its iterations. */
export interface ExpectedTask {
  readonly taskPath: TaskPath;
  /** `all`: every iteration; a number from 1: that one; left out: the last. */
  readonly iteration?: number | 'all';
}

/**
 * Reads the `task` of an expectation: `write`, `review/write@2` or `review/write@all`. Undefined if what follows the
 * `@` is neither a number from 1 nor `all`.
 */
export function parseExpectedTask(written: string): ExpectedTask | undefined {
  const at = written.indexOf('@');
  if (at < 0) return { taskPath: written };
  const taskPath = written.slice(0, at);
  const which = written.slice(at + 1);
  if (which === 'all') return { taskPath, iteration: 'all' };
  return /^[1-9]\d{0,6}$/.test(which) ? { taskPath, iteration: Number(which) } : undefined;
}

/** An expectation's `task` with its task path passed through a function. */
export function mapExpectedTask(written: string, map: (taskPath: TaskPath) => TaskPath): string {
  const at = written.indexOf('@');
  return at < 0 ? map(written) : map(written.slice(0, at)) + written.slice(at);
}
