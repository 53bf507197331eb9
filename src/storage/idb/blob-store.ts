import type { BlobStore } from '@/engine/ports';
import { bufferedBlob, textPage, textSize } from '../buffered-blob';
import { gunzip, gzip } from '../gzip';
import { hashPayload } from '../hash-payload';
import { damaged, parseRecord, recordSchemas } from '../records';
import type { HeddleDatabase } from './open-database';
import { transact } from './transact';

/** Payloads in IndexedDB, compressed. */
export function createBlobStore(database: HeddleDatabase): BlobStore {
  const store: BlobStore = {
    put: async (executionId, text) => {
      // Hashed and compressed first: to await that inside the transaction would close it.
      const hash = await hashPayload(text);
      const stored = await transact(database, ['blobs'], 'readonly', (tx) => tx.store.getKey([executionId, hash]));
      if (stored !== undefined) return hash;
      const record = { executionId, hash, gzip: await gzip(text) };
      await transact(database, ['blobs'], 'readwrite', (tx) => tx.store.put(record));
      return hash;
    },
    get: (executionId, hash) => readBlob(database, executionId, hash),
    remove: (executionId, hash) =>
      transact(database, ['blobs'], 'readwrite', (tx) => tx.store.delete([executionId, hash])),
    open: (executionId) => bufferedBlob((text) => store.put(executionId, text)),
    size: async (executionId, hash) => textSize(await store.get(executionId, hash)),
    stream: async (executionId, hash, from) => {
      const text = await store.get(executionId, hash);
      return text === undefined ? undefined : textPage(text, from);
    },
  };
  return store;
}

/** A payload, or undefined if there is none. Errors: `DAMAGED_RECORD`. */
export async function readBlob(
  database: HeddleDatabase,
  executionId: string,
  hash: string,
): Promise<string | undefined> {
  const value: unknown = await transact(database, ['blobs'], 'readonly', (tx) => tx.store.get([executionId, hash]));
  if (value === undefined) return undefined;
  const what = `payload ${hash.slice(0, 8)} of run ${executionId}`;
  const record = parseRecord(recordSchemas.blob, value, what);
  return gunzip(record.gzip).catch((error: unknown) => {
    throw damaged(what, error);
  });
}
