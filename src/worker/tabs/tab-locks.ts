import { err, ok } from '@/base/result';
import { anotherTab } from '@/storage/memory/run-locks';
import type { RunHold, RunLocks } from '@/storage/run-locks';
import { createAskedLocks } from './asked-locks';

/** Browser locks, which end with their tab; without Web Locks the tabs ask each other. */
export function createTabLocks(): RunLocks {
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  return locks === undefined ? createAskedLocks(new BroadcastChannel('heddle.locks')) : createWebLocks(locks);
}

/** Web Locks, which all tabs of a browser share. */
export function createWebLocks(locks: LockManager): RunLocks {
  const buildLockName = (id: string) => `heddle/run/${id}`;
  const request = async (id: string, options: LockOptions) => {
    const hold = await requestLock(locks, buildLockName(id), options);
    return hold === undefined ? err(anotherTab) : ok(hold);
  };
  return {
    hold: (id, waitMs = 0) =>
      request(id, waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) }),
    steal: (id) => request(id, { steal: true }),
    holder: async (id) =>
      (await locks.query()).held?.some(({ name }) => name === buildLockName(id)) === true ? anotherTab : undefined,
  };
}

/**
 * A browser lock, which ends with its tab; undefined if it is not available, or the signal was aborted before it was.
 */
export function requestLock(locks: LockManager, name: string, options: LockOptions): Promise<RunHold | undefined> {
  return new Promise((resolve, reject) => {
    const lost = new AbortController();
    let granted = false;
    const holdLock = (lock: Lock | null) => {
      if (lock === null) return resolve(undefined);
      granted = true;
      // The lock is held until this promise resolves.
      return new Promise<void>((release) => resolve({ release, lost: lost.signal }));
    };
    locks.request(name, options, holdLock).catch((error: unknown) => {
      if (granted) lost.abort();
      else if (options.signal?.aborted === true) resolve(undefined);
      else reject(error);
    });
  });
}
