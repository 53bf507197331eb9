import { parseRecord, recordSchemas } from '../records';
import type { Sealed, SecretStore } from '../stores';
import type { PostgresDatabase } from './open-database';
import { jsonColumn, query, transact } from './transact';

const vaultKey = 'vault';
/** A provider's id contains no `/`, so no key can be mistaken for the vault. */
const prefix = 'key/';

const put =
  'INSERT INTO secrets (key, record) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET record = excluded.record';

/** Encrypted keys in PostgreSQL. */
export function createSecretStore(database: PostgresDatabase): SecretStore {
  return {
    vault: async () => {
      const [row] = await query(database, 'SELECT record FROM secrets WHERE key = $1', [vaultKey]);
      return row && parseRecord(recordSchemas.vault, fromStored(row['record']), 'the key store');
    },
    all: async () => {
      const sealed = new Map<string, Sealed>();
      for (const row of await query(database, 'SELECT key, record FROM secrets ORDER BY key')) {
        const key = String(row['key']);
        if (!key.startsWith(prefix)) continue;
        const provider = key.slice(prefix.length);
        const value = fromStored(row['record']);
        sealed.set(provider, parseRecord(recordSchemas.sealed, value, `the key for ${provider}`));
      }
      return sealed;
    },
    put: (vault, provider, key) =>
      transact(database, async (send) => {
        await send(put, [vaultKey, toStored(vault)]);
        await send(put, [prefix + provider, toStored(key)]);
      }),
    remove: (provider) =>
      transact(database, async (send) => {
        await send('DELETE FROM secrets WHERE key = $1', [prefix + provider]);
        await send('DELETE FROM secrets WHERE NOT EXISTS (SELECT 1 FROM secrets WHERE key <> $1)', [vaultKey]);
      }),
  };
}

/** JSON in which bytes are base64 under a name of their own. */
function toStored(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Uint8Array ? { base64: Buffer.from(part).toString('base64') } : part,
  );
}

function fromStored(text: unknown): unknown {
  return revived(jsonColumn(text));
}

function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('base64' in value && typeof value.base64 === 'string') return new Uint8Array(Buffer.from(value.base64, 'base64'));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revived(part)]));
}
