import type { PageEntry, Upload } from '../blobs/upload';
import { parseRecord, recordSchemas } from '../records';
import type { HeddleDatabase } from './open-database';
import { addStored } from './run-head-record';
import { transact } from './transact';

/**
 * The pages of a payload on their way into IndexedDB, a record for each. Only with the record of the payload, which
 * comes last, are they part of anything; until then they go with their run.
 */
export function createBlobUpload(database: HeddleDatabase, executionId: string, compressed: boolean): Upload {
  // Told apart from what a crash left by chance, not by a count, which would begin anew.
  const upload = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
  const lengths = new Map<number, number>();
  return {
    put: async ({ page }, data) => {
      lengths.set(page, data.length);
      // A view would be stored with all that it is a view of.
      const record = { executionId, upload, page, data: data.slice() };
      // Not flushed to the disk page by page: the record of the payload is.
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
          await tx.objectStore('blobPages').delete(pagesOf(executionId, upload));
          return;
        }
        const stored = [...lengths.values()].reduce((sum, length) => sum + length, 0);
        await blobs.put({ executionId, hash, upload, compressed, stored, pages: pages.map(numbers) });
        await addStored(tx, executionId, stored);
      }),
    discard: () =>
      transact(database, ['blobPages'], 'readwrite', (tx) => tx.store.delete(pagesOf(executionId, upload)), 'relaxed'),
  };
}

function numbers({ page, bytes }: PageEntry): [number, number] {
  return [page, bytes];
}

/** A page as it is stored. Errors: `DAMAGED_RECORD`, also if it is not there. */
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
export function pagesOf(executionId: string, upload: string): IDBKeyRange {
  return IDBKeyRange.bound([executionId, upload], [executionId, upload, []]);
}
