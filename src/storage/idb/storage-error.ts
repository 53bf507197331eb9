import { AppError } from '@/base/errors';

/** What a person can do when the storage of the browser fails. */
export const storageAdvice =
  'Reload the page. If it happens again, check that this site may store data, and that this is not a private window.';

/** What IndexedDB threw, as the error that a person sees. */
export function storageError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') {
    return new AppError('STORAGE_FULL', 'The storage that the browser gives to this site is full.', {
      advice: 'Delete old runs or workflows, or free space on the disk.',
      retryable: true,
      cause: error,
    });
  }
  if (name === 'InvalidStateError') {
    const why = 'a newer version of Heddle runs in another tab, or the data of this site was cleared';
    return new AppError('STORAGE_FAILED', `The storage of this tab was closed: ${why}.`, {
      advice: 'Reload the page.',
      retryable: true,
      cause: error,
    });
  }
  return new AppError('STORAGE_FAILED', `The browser could not store or read data (${name || String(error)}).`, {
    advice: storageAdvice,
    retryable: true,
    cause: error,
  });
}
