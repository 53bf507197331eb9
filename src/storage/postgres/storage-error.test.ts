import { expect, it } from 'vitest';
import { convertStorageError, isAway } from './storage-error';

const createError = (code: string, syscall: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

it.each([
  ['ECONNRESET', 'read', true, 'does not answer (ECONNRESET)'],
  ['EPIPE', 'write', true, 'does not answer (EPIPE)'],
  ['ENOENT', 'connect', true, 'does not answer (ENOENT)'],
  ['ENOENT', 'open', false, 'A file that the address of'],
  ['EISDIR', 'read', false, 'A file that the address of'],
])('%s of %s: away is %s', (code, syscall, away, words) => {
  const error = createError(code, syscall);
  expect(isAway(error)).toBe(away);
  expect(convertStorageError(error, 'postgres://host/db')).toMatchObject({
    message: expect.stringContaining(words),
    retryable: away,
  });
});
