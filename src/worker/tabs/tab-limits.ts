import { createCancelledError } from '@/base/cancelled';
import type { LimitShare, LimitStore } from '@/providers/limits/limit-share';
import { createMemoryShare } from '@/providers/limits/memory-share';
import type { SettingsStore } from '@/storage/stores';
import { requestLock } from './tab-locks';

/**
 * Shares limits between all tabs with the same settings, by browser locks, which end with their tab; without Web Locks,
 * only within this tab.
 */
export function createTabShare(settings: SettingsStore): LimitShare {
  const store = limitStore(settings);
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  return locks === undefined ? createMemoryShare(store) : { ...store, ...createTabLocks(locks) };
}

/** Stores what was sent to providers, so that a reload does not reset the minute. */
export function limitStore(settings: SettingsStore): LimitStore {
  const buildKey = (provider: string) => `sent/${provider}`;
  return {
    load: (provider) => settings.get(buildKey(provider)),
    save: (provider, state) => settings.put(buildKey(provider), state),
  };
}

function createTabLocks(locks: LockManager): Omit<LimitShare, keyof LimitStore> {
  const buildLockName = (name: string) => `heddle/limit/${name}`;
  return {
    async alone(name, signal, work) {
      // The browser grants a lock in the order of the requests of all tabs.
      const hold = await requestLock(locks, buildLockName(name), { signal });
      if (hold === undefined) throw createCancelledError('The call');
      try {
        return await work();
      } finally {
        hold.release();
      }
    },
    async place(name, count, signal) {
      const names = Array.from({ length: count }, (_, index) => buildLockName(`${name}/place/${index}`));
      for (const lockName of names) {
        const hold = await requestLock(locks, lockName, { ifAvailable: true });
        if (hold !== undefined) return hold.release;
      }
      return takeFirstFree(locks, names, signal);
    },
  };
}

/** Takes whichever lock is free first. */
function takeFirstFree(locks: LockManager, names: readonly string[], signal: AbortSignal): Promise<() => void> {
  const found = new AbortController();
  const stop = AbortSignal.any([signal, found.signal]);
  return new Promise((resolve, reject) => {
    const takeLock = async (name: string) => {
      const hold = await requestLock(locks, name, { signal: stop });
      // If several become free at the same time, only one is kept.
      if (found.signal.aborted || signal.aborted) return hold?.release();
      if (hold === undefined) return;
      found.abort();
      resolve(hold.release);
    };
    Promise.all(names.map(takeLock)).then(() => reject(createCancelledError('The call')), reject);
  });
}
