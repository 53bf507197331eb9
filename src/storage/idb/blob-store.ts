import { hashLongText } from '@/base/hash';
import type { BlobStore } from '@/engine/ports/blob-store';
import { createBlobWriter, maxPageBytes, wholeText, writeText } from '../blobs/blob-writer';
import { createPayloadReads, type PayloadReads } from '../blobs/payload-reads';
import { formatPayloadName } from '../blobs/read-record';
import { gzipText } from '../gzip';
import { type BlobRecord, parseRecord, recordSchemas } from '../records';
import type { StoredPayloads } from '../stores';
import { createBlobUpload, createPagesRange as keysOfPages, readPage } from './blob-upload';
import type { HeddleDatabase } from './open-database';
import { addStored } from './run-head-record';
import type { RunSizes } from './run-sizes';
import { transact } from './transact';

/** Payloads in IndexedDB, compressed: short ones in one record, longer and streamed ones in pages. */
export function createBlobStore(database: HeddleDatabase, sizes: RunSizes): StoredPayloads {
  const openWriter: BlobStore['open'] = (executionId, options) =>
    createBlobWriter(createBlobUpload(database, executionId, options.compress), options);
  const reader = createBlobReader(database);
  return {
    put: async (executionId, text) => {
      // Hashed and compressed first: awaiting that inside the transaction would close it.
      const hash = await hashLongText(text);
      const stored = await transact(database, ['blobs'], 'readonly', (tx) => tx.store.getKey([executionId, hash]));
      if (stored !== undefined) return hash;
      if (text.length > maxPageBytes) return writeText(openWriter(executionId, wholeText), text);
      const record = { executionId, hash, gzip: await gzipText(text) };
      await transact(database, ['blobs'], 'readwrite', (tx) => tx.store.put(record));
      sizes.add(executionId, record.gzip.length);
      return hash;
    },
    get: reader.get,
    size: reader.size,
    stream: reader.stream,
    open: openWriter,
    streams: async (executionId, hashes) => {
      const values: unknown[] = await transact(database, ['blobs'], 'readonly', (tx) =>
        Promise.all(hashes.map((hash) => tx.store.get([executionId, hash]))),
      );
      const found = values.flatMap((value, index) => {
        const hash = hashes[index] ?? '';
        return value === undefined ? [] : [[hash, readValuePages(reader, executionId, hash, value)] as const];
      });
      return new Map(found);
    },
    remove: (executionId, hash) =>
      transact(database, ['blobs', 'blobPages', 'executions'], 'readwrite', async (tx) => {
        const value: unknown = await tx.objectStore('blobs').get([executionId, hash]);
        const record = recordSchemas.blob.safeParse(value);
        if (record.success && 'upload' in record.data) {
          await tx.objectStore('blobPages').delete(keysOfPages(executionId, record.data.upload));
        }
        await tx.objectStore('blobs').delete([executionId, hash]);
        if (record.success) await addStored(tx, executionId, -countStoredBytes(record.data));
      }),
  };
}

/** A payload as a text, or undefined if there is none. Errors: `DAMAGED_RECORD`. */
export async function readBlob(
  database: HeddleDatabase,
  executionId: string,
  hash: string,
): Promise<string | undefined> {
  return createBlobReader(database).get(executionId, hash);
}

function createBlobReader(database: HeddleDatabase): PayloadReads {
  return createPayloadReads({
    readRecord: (executionId, hash) => readRecord(database, executionId, hash),
    readPage: (executionId, upload, page) => readPage(database, executionId, upload, page),
  });
}

async function readRecord(
  database: HeddleDatabase,
  executionId: string,
  hash: string,
): Promise<BlobRecord | undefined> {
  const value: unknown = await transact(database, ['blobs'], 'readonly', (tx) => tx.store.get([executionId, hash]));
  return value === undefined ? undefined : parseRecord(recordSchemas.blob, value, formatPayloadName(executionId, hash));
}

/** A record is checked when it is read, so that a damaged one does not hide others. */
async function* readValuePages(
  reader: PayloadReads,
  executionId: string,
  hash: string,
  value: unknown,
): AsyncGenerator<Uint8Array> {
  yield* reader.pages(parseRecord(recordSchemas.blob, value, formatPayloadName(executionId, hash)), 0);
}

/** Bytes that it takes in the store, compressed. */
function countStoredBytes(record: BlobRecord): number {
  return 'upload' in record ? (record.stored ?? 0) : record.gzip.length;
}
