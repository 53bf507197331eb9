import { expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { convertStorageError, isClosed, storageAdvice } from './storage-error';

/** An error of a browser whose database throws no `DOMException`, as older ones do. */
const named = (name: string) => Object.assign(new Error('It failed.'), { name });
const thrownAs = (name: string) => [named(name), new DOMException('It failed.', name)];

it('errors of the browser are told by their name, and what it says stays as the cause', () => {
  for (const cause of thrownAs('QuotaExceededError'))
    expect(convertStorageError(cause)).toMatchObject({ code: 'STORAGE_FULL', retryable: true, cause });
  for (const cause of thrownAs('UnknownError')) {
    expect(convertStorageError(cause, true)).toMatchObject({ code: 'STORAGE_FULL', retryable: true, cause });
    expect(convertStorageError(cause)).toMatchObject({
      ...{ code: 'STORAGE_FAILED', advice: storageAdvice, retryable: true, cause },
      message: 'The browser could not store or read data (UnknownError).',
    });
  }
  for (const cause of thrownAs('InvalidStateError')) {
    expect(convertStorageError(cause, true)).toMatchObject({ code: 'STORAGE_FAILED', retryable: true, cause });
    expect(convertStorageError(cause).message).toContain('was closed');
    expect(isClosed(cause)).toBe(true);
  }
  expect([...thrownAs('AbortError'), 'InvalidStateError'].map(isClosed)).toEqual([false, false, false]);
});

it('what is no error is told as it is, and an error of ours passes', () => {
  expect(convertStorageError('odd').message).toBe('The browser could not store or read data (odd).');
  const own = new AppError('STALE_SAVE', 'Changed meanwhile.');
  expect(convertStorageError(own, true)).toBe(own);
});
