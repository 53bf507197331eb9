import { AppError } from '@/base/errors';
import { damaged } from '../records';

/** The error for an event of a log that cannot be read; `details.seq` is its number. */
export function damagedEvent(executionId: string, seq: number, cause?: unknown): AppError {
  return damaged(`event ${seq} of run ${executionId}`, cause, { seq });
}

/** Whether what was thrown tells of something stored that is damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof AppError && error.code === 'DAMAGED_RECORD';
}
