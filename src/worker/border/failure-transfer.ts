import { type TransferHandler, transferHandlers } from 'comlink';
import { type Failure, fromFailure, toFailure } from '@/base/errors';

interface Thrown {
  readonly value: unknown;
}

/**
 * Keeps errors complete when they cross a worker border: comlink alone keeps only message and stack. What is thrown on
 * one side is an `AppError` on the other. To be called on both sides, before anything is exposed or wrapped.
 */
export function registerFailureTransfer(): void {
  const original = transferHandlers.get('throw') as TransferHandler<Thrown, unknown>;
  const handler: TransferHandler<Thrown, Failure> = {
    canHandle: original.canHandle,
    serialize: ({ value }) => [toFailure(value), []],
    deserialize: (failure) => {
      throw fromFailure(failure);
    },
  };
  transferHandlers.set('throw', handler);
}
