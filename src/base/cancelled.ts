import { AppError } from './errors';

/** The error of everything that was stopped while it waited. `what`: the run, a call, a script. */
export function cancelled(what: 'The run' | 'The call' | 'The call of the tool' | 'The script'): AppError {
  return new AppError('CANCELLED', `${what} was cancelled.`);
}
