import { AppError } from './errors';

/** The error of a tool, for the model and the person. The message must not contain a secret. */
export function createToolError(message: string, advice?: string): AppError {
  return new AppError('TASK_FAILURE', message, { advice, details: { reason: 'tool' } });
}
