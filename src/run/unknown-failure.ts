import type { Failure } from '@/base/errors';

/** For a failure event without an error; Heddle writes none. */
export const unknownFailure: Failure = {
  code: 'INTERNAL',
  message: 'The cause was not recorded.',
  retryable: false,
};
