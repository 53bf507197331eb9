import { cancelled } from '@/base/cancelled';
import type { LimitShare, LimitStore } from '@/providers/limits/limit-share';
import { createMemoryShare } from '@/providers/limits/memory-share';
import type { SettingsStore } from '@/storage/stores';
import { requestLock } from './tab-locks';

/**
 * For all tabs that share the settings, by locks of the browser, which end with their tab; where it has none, for this
 * tab.
 */
export function createTabShare(settings: SettingsStore): LimitShare {
  const store = limitStore(settings);
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  return locks === undefined ? createMemoryShare(store) : { ...store, ...tabLocks(locks) };
}

/** Where what was sent to providers is kept, so that a reload opens no fresh minute. */
export function limitStore(settings: SettingsStore): LimitStore {
  const keyOf = (provider: string) => `sent/${provider}`;
  return {
    load: (provider) => settings.get(keyOf(provider)),
    save: (provider, state) => settings.put(keyOf(provider), state),
  };
}

function tabLocks(locks: LockManager): Omit<LimitShare, keyof LimitStore> {
  const nameOf = (name: string) => `heddle/limit/${name}`;
  return {
    async alone(name, signal, work) {
      // The browser gives a lock in the order in which it was asked for, over all tabs.
      const hold = await requestLock(locks, nameOf(name), { signal });
      if (hold === undefined) throw cancelled('The call');
      try {
        return await work();
      } finally {
        hold.release();
      }
    },
    async place(name, count, signal) {
      const names = Array.from({ length: count }, (_, index) => nameOf(`${name}/place/${index}`));
      for (const one of names) {
        const hold = await requestLock(locks, one, { ifAvailable: true });
        if (hold !== undefined) return hold.release;
      }
      return firstOf(locks, names, signal);
    },
  };
}

/** Takes whichever lock is free first. */
function firstOf(locks: LockManager, names: readonly string[], signal: AbortSignal): Promise<() => void> {
  const found = new AbortController();
  const stop = AbortSignal.any([signal, found.signal]);
  return new Promise((resolve, reject) => {
    const take = async (name: string) => {
      const hold = await requestLock(locks, name, { signal: stop });
      // Of several that were free at the same moment one is enough.
      if (found.signal.aborted || signal.aborted) return hold?.release();
      if (hold === undefined) return;
      found.abort();
      resolve(hold.release);
    };
    Promise.all(names.map(take)).then(() => reject(cancelled('The call')), reject);
  });
}
