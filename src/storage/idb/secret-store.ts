import { parseRecord, recordSchemas } from '../records';
import type { Sealed, SecretStore } from '../stores';
import type { HeddleDatabase } from './open-database';
import { transact } from './transact';

const vaultKey = 'vault';
/** A provider's id contains no `/`, so no key can be mistaken for the vault. */
const prefix = 'key/';

/** Encrypted keys in IndexedDB. */
export function createSecretStore(database: HeddleDatabase): SecretStore {
  return {
    vault: async () => {
      const value: unknown = await transact(database, ['secrets'], 'readonly', (tx) => tx.store.get(vaultKey));
      return value === undefined ? undefined : parseRecord(recordSchemas.vault, value, 'the key store');
    },
    all: async () => {
      const [keys, values] = await transact(database, ['secrets'], 'readonly', (tx) =>
        Promise.all([tx.store.getAllKeys(), tx.store.getAll()]),
      );
      const sealed = new Map<string, Sealed>();
      keys.forEach((key, index) => {
        if (!key.startsWith(prefix)) return;
        const provider = key.slice(prefix.length);
        sealed.set(provider, parseRecord(recordSchemas.sealed, values[index], `the key for ${provider}`));
      });
      return sealed;
    },
    put: async (vault, provider, key) => {
      await transact(database, ['secrets'], 'readwrite', (tx) =>
        Promise.all([tx.store.put(vault, vaultKey), tx.store.put(key, prefix + provider)]),
      );
    },
    remove: async (provider) => {
      await transact(database, ['secrets'], 'readwrite', async (tx) => {
        await tx.store.delete(prefix + provider);
        const remaining = await tx.store.getAllKeys();
        if (remaining.every((key) => key === vaultKey)) await tx.store.delete(vaultKey);
      });
    },
  };
}
