import { AppError } from '@/base/errors';

/** The error of a tool that is somewhere else, for the model and the person. The message may hold no secret. */
export function toolError(message: string, advice?: string): AppError {
  return new AppError('TASK_FAILURE', message, { advice, details: { reason: 'tool' } });
}
