import { AppError } from '@/base/errors';

/** What every wait of a run that was stopped rejects with. */
export function cancelled(): AppError {
  return new AppError('CANCELLED', 'The run was cancelled.');
}
