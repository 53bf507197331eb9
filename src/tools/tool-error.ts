import { AppError } from '@/base/errors';

/** The error of a remote tool, for the model and the person. The message must not contain a secret. */
export function toolError(message: string, advice?: string): AppError {
  return new AppError('TASK_FAILURE', message, { advice, details: { reason: 'tool' } });
}
