import { AppError, type Failure, toFailure } from '@/base/errors';
import type { Clock } from '../ports/machine';

/** How long to wait before a write that found no room is tried again. */
const retryMs = 2000;

/** Writes that outlast a full storage. */
export interface StorageRoom {
  /** Whether something waits for room. */
  readonly isFull: boolean;
  /**
   * Resolves once `write` has worked. While there is no room it is tried again and again, and as every step waits for
   * its record the run stands still, with nothing lost. Rejects with the storage's error if it is another one, or when
   * the run is cancelled while it waits.
   */
  write<T>(write: () => Promise<T>): Promise<T>;
}

/** `onFull` is told the failure when the room runs out, and `undefined` when there is room again. */
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
