import { expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { convertFileError, isMissing } from './file-error';

const thrown = (fields: object) => Object.assign(new Error('no'), fields);

it.each([
  [thrown({ code: 'EACCES', path: '/runs/e1' }), 'STORAGE_FAILED', /\(EACCES\)/, 'Look at /runs/e1.'],
  [thrown({ code: 'EBADF' }), 'STORAGE_FAILED', /\(EBADF\)/, undefined],
  [thrown({}), 'STORAGE_FAILED', /\(no\)/, undefined],
  ['torn', 'STORAGE_FAILED', /\(torn\)/, undefined],
  [thrown({ code: 'ENOSPC', path: '/runs/e1' }), 'STORAGE_FULL', /disk/, expect.stringMatching(/^Free up space/)],
])('%s is told as what a person can do about it', (error, code, message, advice) => {
  const told = convertFileError(error);
  expect(told).toMatchObject({ code, message: expect.stringMatching(message), cause: error });
  expect(told.advice).toEqual(advice);
});

it('an error that says what to do stays as it is, and only what is not there is missing', () => {
  const own = new AppError('DAMAGED_RECORD', 'Damaged.');
  expect(convertFileError(own)).toBe(own);
  expect([thrown({ code: 'ENOENT' }), thrown({ code: 'EACCES' })].map(isMissing)).toEqual([true, false]);
});
