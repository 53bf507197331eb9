import { AppError } from './errors';

/** What everything that waits rejects with when it was stopped; told of the run, a call, a script. */
export function cancelled(what: 'The run' | 'The call' | 'The call of the tool' | 'The script'): AppError {
  return new AppError('CANCELLED', `${what} was cancelled.`);
}
