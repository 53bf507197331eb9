import { AppError, type Failure, toFailure } from '@/base/errors';
import type { Clock } from '../ports/machine';

/** Wait before a write that found no room is repeated, in ms. */
const retryMs = 2000;

/** Retries writes while the storage is full. */
export interface StorageRoom {
  /** Whether a write waits for room. */
  readonly isFull: boolean;
  /**
   * Resolves once `write` has worked. While the storage is full, the write is repeated. Every step waits for its
   * record, so the run stops meanwhile, and nothing is lost. Rejects with any other error of the storage, or with the
   * storage's error if the run is cancelled while it waits.
   */
  write<T>(write: () => Promise<T>): Promise<T>;
}

/** `onFull` gets the failure when the storage becomes full, and `undefined` when there is room again. */
export function createStorageRoom(
  clock: Clock,
  signal: AbortSignal,
  onFull: (failure: Failure | undefined) => void,
): StorageRoom {
  let waiting = 0;
  return {
    get isFull() {
      return waiting > 0;
    },
    async write(write) {
      let full = false;
      for (;;) {
        try {
          const written = await write();
          if (full && --waiting === 0) onFull(undefined);
          return written;
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'STORAGE_FULL' || signal.aborted) throw error;
          if (!full && ++waiting === 1) onFull(toFailure(error));
          full = true;
          await clock.sleep(retryMs, signal).catch(() => Promise.reject(error));
        }
      }
    },
  };
}
