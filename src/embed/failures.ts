import { AppError } from '@/base/errors';
import type { HeddleError, WorkflowProblem } from './public-types';

/** Performs something, and rejects with what the package promises. A bug goes through as it is. */
export async function performAsPromised<T>(perform: () => Promise<T>): Promise<T> {
  try {
    return await perform();
  } catch (error) {
    throw convertToPromisedError(error);
  }
}

/** An error as the package promises it. */
export function convertToPromisedError(error: unknown): unknown {
  return error instanceof AppError ? new PublicError(error) : error;
}

class PublicError extends Error implements HeddleError {
  readonly code: string;
  readonly advice: string | undefined;
  readonly problems: readonly WorkflowProblem[] | undefined;

  constructor({ code, message, advice, details, cause }: AppError) {
    super(message, { cause });
    this.name = 'HeddleError';
    this.code = code;
    this.advice = advice;
    // Written by `createWorkflowRefusal`.
    const problems: unknown = details?.['problems'];
    this.problems = Array.isArray(problems) ? problems : undefined;
  }
}
