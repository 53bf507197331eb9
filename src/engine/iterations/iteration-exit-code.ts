import type { Failure } from '@/base/errors';
import type { Outcome } from '../outcome';

/**
 * The exit code of an iteration that timed out, could not be started, or got no answer: none of its work was done (seed
 * 003).
 */
export const notRunCode = -1;

/** The result of an iteration as an exit code: 0 if it succeeded, else the code of its script, -1 (see above), or 1. */
export function computeIterationExitCode({ notes, failure }: Pick<Outcome, 'notes' | 'failure'>): number {
  const own = notes['exit_code'];
  if (failure === undefined) return typeof own === 'number' ? own : 0;
  // A script that exited with 0 may still have produced an invalid output.
  if (typeof own === 'number' && own !== 0) return own;
  return computeFailureExitCode(failure);
}

/** The exit code of a failed iteration: that of its script, if the script caused the failure. */
export function computeFailureExitCode({ code, details = {} }: Failure): number {
  const { reason, exitCode, kind } = details;
  if (reason === 'script' && typeof exitCode === 'number') return exitCode;
  if (reason === 'timeout' || reason === 'input_timeout') return notRunCode;
  // A reply that a content filter stopped was still a reply.
  return code === 'PROVIDER_ERROR' && kind !== 'content_filter' ? notRunCode : 1;
}
