import { encodePageEntry, type Upload } from '../blobs/upload';
import { parseRecord, recordSchemas } from '../records';
import type { HeddleDatabase } from './open-database';
import { addStored } from './run-head-record';
import { transact } from './transact';

/**
 * Writes the pages of a payload to IndexedDB, a record for each. Pages belong to a payload only once its record is
 * written, which happens last; before that they are removed with their run.
 */
export function createBlobUpload(database: HeddleDatabase, executionId: string, compressed: boolean): Upload {
  // The id is random, because a counter would restart and could match pages that a crash left behind.
  const upload = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
  const lengths = new Map<number, number>();
  return {
    put: async ({ page }, data) => {
      lengths.set(page, data.length);
      // Copied, because IndexedDB would store the whole buffer behind a view.
      const record = { executionId, upload, page, data: data.slice() };
      // Pages are not flushed to disk one by one: the record of the payload is.
      await transact(database, ['blobPages'], 'readwrite', (tx) => tx.store.put(record), 'relaxed');
    },
    read: (page) => readPage(database, executionId, upload, page),
    drop: (page) => {
      lengths.delete(page);
      return transact(
        database,
        ['blobPages'],
        'readwrite',
        (tx) => tx.store.delete([executionId, upload, page]),
        'relaxed',
      );
    },
    finish: (hash, pages) =>
      transact(database, ['blobs', 'blobPages', 'executions'], 'readwrite', async (tx) => {
        const blobs = tx.objectStore('blobs');
        if ((await blobs.getKey([executionId, hash])) !== undefined) {
          await tx.objectStore('blobPages').delete(createPagesRange(executionId, upload));
          return;
        }
        const stored = [...lengths.values()].reduce((sum, length) => sum + length, 0);
        await blobs.put({ executionId, hash, upload, compressed, stored, pages: pages.map(encodePageEntry) });
        await addStored(tx, executionId, stored);
      }),
    discard: () =>
      transact(
        database,
        ['blobPages'],
        'readwrite',
        (tx) => tx.store.delete(createPagesRange(executionId, upload)),
        'relaxed',
      ),
  };
}

/** A page as stored. Errors: `DAMAGED_RECORD`, also if it is missing. */
export async function readPage(
  database: HeddleDatabase,
  executionId: string,
  upload: string,
  page: number,
): Promise<Uint8Array> {
  const key: [string, string, number] = [executionId, upload, page];
  const value: unknown = await transact(database, ['blobPages'], 'readonly', (tx) => tx.store.get(key));
  return parseRecord(recordSchemas.page, value, `a payload of run ${executionId}`).data;
}

/** The keys of all pages of a payload. */
export function createPagesRange(executionId: string, upload: string): IDBKeyRange {
  return IDBKeyRange.bound([executionId, upload], [executionId, upload, []]);
}
