import type { Failure } from '@/base/errors';
import type { Outcome } from '../outcome';

/**
 * Of an iteration that timed out, could not be started, or had no answer: nothing of what it was to do came about (seed
 * 003).
 */
export const notRunCode = -1;

/**
 * How an iteration ended, as a process would tell: 0 where it went well, the code of its script, -1 (see above), or 1.
 */
export function iterationExitCode({ notes, failure }: Pick<Outcome, 'notes' | 'failure'>): number {
  const own = notes['exit_code'];
  if (failure === undefined) return typeof own === 'number' ? own : 0;
  // A script that ended well may still have written what it should not.
  if (typeof own === 'number' && own !== 0) return own;
  return failureExitCode(failure);
}

/** The exit code of an iteration that failed: that of the script because of which it did, if it was one. */
export function failureExitCode({ code, details = {} }: Failure): number {
  const { reason, exitCode, kind } = details;
  if (reason === 'script' && typeof exitCode === 'number') return exitCode;
  if (reason === 'timeout' || reason === 'input_timeout') return notRunCode;
  // A reply that was kept back by a filter was one.
  return code === 'PROVIDER_ERROR' && kind !== 'content_filter' ? notRunCode : 1;
}
