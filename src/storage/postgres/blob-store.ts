import { hashLongText } from '@/base/hash';
import type { BlobStore } from '@/engine/ports/blob-store';
import { createBlobWriter, maxPageBytes, wholeText, writeText } from '../blobs/blob-writer';
import { createPayloadReads, type PayloadReads } from '../blobs/payload-reads';
import { formatPayloadName } from '../blobs/read-record';
import { gzipText } from '../gzip';
import { type BlobRecord, parseRecord, recordSchemas } from '../records';
import type { StoredPayloads } from '../stores';
import { createBlobUpload, readPage } from './blob-upload';
import type { PostgresDatabase } from './open-database';
import { copyBytesColumn, parseJsonColumn, type Row, sendQuery, transact } from './transact';

/** Payloads in PostgreSQL, compressed: short ones in one row, longer and streamed ones in pages. */
export function createBlobStore(database: PostgresDatabase): StoredPayloads {
  const openWriter: BlobStore['open'] = (executionId, options) =>
    createBlobWriter(createBlobUpload(database, executionId, options.compress), options);
  const reader = createBlobReader(database);
  return {
    put: async (executionId, text) => {
      const hash = await hashLongText(text);
      const known = 'SELECT 1 FROM blobs WHERE execution_id = $1 AND hash = $2';
      if (text.length > shortText && (await sendQuery(database, known, [executionId, hash])).length > 0) return hash;
      if (text.length > maxPageBytes) return writeText(openWriter(executionId, wholeText), text);
      await sendQuery(
        database,
        'INSERT INTO blobs (execution_id, hash, gzip) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [executionId, hash, Buffer.from(await gzipText(text))],
      );
      return hash;
    },
    get: reader.get,
    size: reader.size,
    stream: reader.stream,
    open: openWriter,
    streams: async (executionId, hashes) => {
      const rows = await sendQuery(
        database,
        'SELECT hash, record, gzip FROM blobs WHERE execution_id = $1 AND hash = ANY($2::text[])',
        [executionId, hashes],
      );
      // A record is checked when it is read, so that a damaged one does not hide others.
      const readRow = async function* (row: Row, hash: string) {
        yield* reader.pages(parseBlobRow(row, executionId, hash), 0);
      };
      return new Map(
        rows.map((row) => {
          const hash = String(row['hash']);
          return [hash, readRow(row, hash)] as const;
        }),
      );
    },
    remove: (executionId, hash) =>
      transact(database, async (send) => {
        const gone = await send('DELETE FROM blobs WHERE execution_id = $1 AND hash = $2 RETURNING upload', [
          executionId,
          hash,
        ]);
        const upload = gone[0]?.['upload'];
        if (typeof upload !== 'string') return;
        await send('DELETE FROM blob_pages WHERE execution_id = $1 AND upload = $2', [executionId, upload]);
      }),
  };
}

/** Whether a text of so many characters is stored already is not asked: to send it once more costs less. */
const shortText = 8192;

/** A payload as a text, or undefined if there is none. Errors: `DAMAGED_RECORD`. */
export async function readBlob(
  database: PostgresDatabase,
  executionId: string,
  hash: string,
): Promise<string | undefined> {
  return createBlobReader(database).get(executionId, hash);
}

function createBlobReader(database: PostgresDatabase): PayloadReads {
  return createPayloadReads({
    readRecord: (executionId, hash) => readRecord(database, executionId, hash),
    readPage: (executionId, upload, page) => readPage(database, executionId, upload, page),
  });
}

async function readRecord(
  database: PostgresDatabase,
  executionId: string,
  hash: string,
): Promise<BlobRecord | undefined> {
  const statement = 'SELECT record, gzip FROM blobs WHERE execution_id = $1 AND hash = $2';
  const [row] = await sendQuery(database, statement, [executionId, hash]);
  return row && parseBlobRow(row, executionId, hash);
}

/** Error `DAMAGED_RECORD`. */
function parseBlobRow({ record, gzip: packed }: Row, executionId: string, hash: string): BlobRecord {
  const value = record === null ? { executionId, hash, gzip: copyBytesColumn(packed) } : parseJsonColumn(record);
  return parseRecord(recordSchemas.blob, value, formatPayloadName(executionId, hash));
}
