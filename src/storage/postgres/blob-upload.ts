import { createId } from '@/base/create-id';
import { encodePageEntry, type Upload } from '../blobs/upload';
import { createDamagedRecordError } from '../records';
import type { PostgresDatabase } from './open-database';
import { copyBytesColumn, sendQuery, transact } from './transact';

/**
 * Writes the pages of a payload to PostgreSQL, a row for each. Pages belong to a payload only once its record is
 * written, which happens last; before that they are removed with their run.
 */
export function createBlobUpload(database: PostgresDatabase, executionId: string, compressed: boolean): Upload {
  // The id is random, because a counter would restart and could match pages that a crash left behind.
  const upload = createId();
  const lengths = new Map<number, number>();
  const dropAll = 'DELETE FROM blob_pages WHERE execution_id = $1 AND upload = $2';
  return {
    put: async ({ page }, data) => {
      lengths.set(page, data.length);
      await sendQuery(
        database,
        `INSERT INTO blob_pages (execution_id, upload, page, data) VALUES ($1, $2, $3, $4)
          ON CONFLICT (execution_id, upload, page) DO UPDATE SET data = excluded.data`,
        // Copied, because the caller fills its page again, and this may be sent twice.
        [executionId, upload, page, Buffer.from(data)],
      );
    },
    read: (page) => readPage(database, executionId, upload, page),
    drop: async (page) => {
      lengths.delete(page);
      await sendQuery(database, `${dropAll} AND page = $3`, [executionId, upload, page]);
    },
    finish: (hash, pages) =>
      transact(database, async (send) => {
        const stored = [...lengths.values()].reduce((sum, length) => sum + length, 0);
        const record = { executionId, hash, upload, compressed, stored, pages: pages.map(encodePageEntry) };
        const taken = await send(
          `INSERT INTO blobs (execution_id, hash, upload, record) VALUES ($1, $2, $3, $4)
            ON CONFLICT (execution_id, hash) DO UPDATE SET hash = excluded.hash RETURNING upload`,
          [executionId, hash, upload, JSON.stringify(record)],
        );
        // The payload is there already, under another upload.
        if (taken[0]?.['upload'] !== upload) await send(dropAll, [executionId, upload]);
      }),
    discard: async () => {
      await sendQuery(database, dropAll, [executionId, upload]);
    },
  };
}

/** A page as stored. Errors: `DAMAGED_RECORD`, also if it is missing. */
export async function readPage(
  database: PostgresDatabase,
  executionId: string,
  upload: string,
  page: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const [row] = await sendQuery(
    database,
    'SELECT data FROM blob_pages WHERE execution_id = $1 AND upload = $2 AND page = $3',
    [executionId, upload, page],
  );
  const data = copyBytesColumn(row?.['data']);
  if (data === undefined) throw createDamagedRecordError(`a payload of run ${executionId}`, undefined);
  return data;
}
