import type { SettingsStore } from '../stores';
import type { HeddleDatabase } from './open-database';
import { transact } from './transact';

/** Settings in IndexedDB. Callers check the values that they read. */
export function createSettingsStore(database: HeddleDatabase): SettingsStore {
  return {
    get: (key) => transact(database, ['settings'], 'readonly', (tx) => tx.store.get(key)),
    put: async (key, value) => {
      await transact(database, ['settings'], 'readwrite', (tx) => tx.store.put(value, key));
    },
    remove: async (key) => {
      await transact(database, ['settings'], 'readwrite', (tx) => tx.store.delete(key));
    },
  };
}
