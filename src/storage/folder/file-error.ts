import { AppError } from '@/base/errors';

const noRoom: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What `node:fs` threw while it wrote or read the journal, as the error that a person sees. */
export function convertFileError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', path = '', message = String(error) } = error as NodeJS.ErrnoException;
  if (noRoom.has(code)) {
    return new AppError('STORAGE_FULL', 'The disk with the journal is full.', {
      advice: 'Free up space; the run then resumes by itself.',
      retryable: true,
      cause: error,
    });
  }
  return new AppError('STORAGE_FAILED', `The journal could not be written or read (${code || message}).`, {
    advice: path === '' ? undefined : `Look at ${path}.`,
    retryable: true,
    cause: error,
  });
}

/** Whether the file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
