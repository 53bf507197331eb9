import { AppError } from '@/base/errors';
import { damaged } from '../records';

/** The error for an event that cannot be read; `details.seq` is its number. */
export function damagedEvent(executionId: string, seq: number, cause?: unknown): AppError {
  return damaged(`event ${seq} of run ${executionId}`, cause, { seq });
}

/** Whether an error reports damaged stored data. */
export function isDamage(error: unknown): boolean {
  return error instanceof AppError && error.code === 'DAMAGED_RECORD';
}
