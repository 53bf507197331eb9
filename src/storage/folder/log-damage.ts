import { AppError } from '@/base/errors';
import { createDamagedRecordError } from '../records';

/** The error for an event that cannot be read; `details.seq` is its number. */
export function createDamagedEventError(executionId: string, seq: number, cause?: unknown): AppError {
  return createDamagedRecordError(`event ${seq} of run ${executionId}`, cause, { seq });
}

/** Whether an error reports damaged stored data. */
export function isDamage(error: unknown): boolean {
  return error instanceof AppError && error.code === 'DAMAGED_RECORD';
}
