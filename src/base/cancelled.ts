import { AppError } from './errors';

/** The error with which everything that waits rejects when the run, a call, a script or a search is stopped. */
export function createCancelledError(
  what: 'The run' | 'The call' | 'The call of the tool' | 'The script' | 'The search' | 'The replacing' | 'The plan',
): AppError {
  return new AppError('CANCELLED', `${what} was cancelled.`);
}
