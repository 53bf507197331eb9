import { AppError } from '@/base/errors';

/** What a person can do when the storage of the browser fails. */
export const storageAdvice =
  'Reload the page. If it happens again, check that this site may store data, and that this is not a private window.';

/** What IndexedDB threw, as the error that a person sees. `isWrite`: whether something was to be written. */
export function convertStorageError(error: unknown, isWrite = false): AppError {
  if (error instanceof AppError) return error;
  const name = getErrorName(error);
  if (name === 'QuotaExceededError') {
    return new AppError('STORAGE_FULL', 'The storage that the browser gives to this site is full.', {
      advice: 'Delete old runs or workflows, or free space on the disk.',
      retryable: true,
      cause: error,
    });
  }
  // What Chromium says of a disk without room, which it does not tell from one that fails.
  if (name === 'UnknownError' && isWrite) {
    return new AppError('STORAGE_FULL', 'The browser could not write to the disk, which is probably full.', {
      advice: 'Free space on the disk. What is not saved stays open here, and is saved once there is room.',
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

/** Whether the error says that the connection to the database is closed. */
export function isClosed(error: unknown): boolean {
  return getErrorName(error) === 'InvalidStateError';
}

function getErrorName(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}
