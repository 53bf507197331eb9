import type { BlobStore } from '@/engine/ports/blob-store';
import { createBlobWriter, maxPageBytes, writeText } from '../blobs/blob-writer';
import { newContentHash } from '../blobs/content-hash';
import { decodePages, readPages, verifyPages, withoutStart } from '../blobs/read-pages';
import { gunzipBytes, gunzipStream, gzip } from '../gzip';
import { hashPayload } from '../hash-payload';
import { type BlobRecord, damaged, parseRecord, recordSchemas } from '../records';
import type { StoredPayloads } from '../stores';
import { createBlobUpload, pagesOf, readPage } from './blob-upload';
import type { HeddleDatabase } from './open-database';
import { addStored } from './run-head-record';
import type { RunSizes } from './run-sizes';
import { transact } from './transact';

/** Payloads in IndexedDB, compressed: short ones in one record, longer and streamed ones in pages. */
export function createBlobStore(database: HeddleDatabase, sizes: RunSizes): StoredPayloads {
  const open: BlobStore['open'] = (executionId, options) =>
    createBlobWriter(createBlobUpload(database, executionId, options.compress), options);
  return {
    put: async (executionId, text) => {
      // Hashed and compressed first: awaiting that inside the transaction would close it.
      const hash = await hashPayload(text);
      const stored = await transact(database, ['blobs'], 'readonly', (tx) => tx.store.getKey([executionId, hash]));
      if (stored !== undefined) return hash;
      if (text.length > maxPageBytes) return writeText(open(executionId, unlimited), text);
      const record = { executionId, hash, gzip: await gzip(text) };
      await transact(database, ['blobs'], 'readwrite', (tx) => tx.store.put(record));
      sizes.add(executionId, record.gzip.length);
      return hash;
    },
    get: (executionId, hash) => readBlob(database, executionId, hash),
    open,
    size: async (executionId, hash) => {
      const record = await recordOf(database, executionId, hash);
      return record && sizeOf(record);
    },
    stream: async (executionId, hash, from = 0) => {
      const record = await recordOf(database, executionId, hash);
      return record && pagesOfRecord(database, record, from);
    },
    streams: async (executionId, hashes) => {
      const values: unknown[] = await transact(database, ['blobs'], 'readonly', (tx) =>
        Promise.all(hashes.map((hash) => tx.store.get([executionId, hash]))),
      );
      const found = values.flatMap((value, index) => {
        const hash = hashes[index] ?? '';
        return value === undefined ? [] : [[hash, pagesOfValue(database, executionId, hash, value)] as const];
      });
      return new Map(found);
    },
    remove: (executionId, hash) =>
      transact(database, ['blobs', 'blobPages', 'executions'], 'readwrite', async (tx) => {
        const value: unknown = await tx.objectStore('blobs').get([executionId, hash]);
        const record = recordSchemas.blob.safeParse(value);
        if (record.success && 'upload' in record.data) {
          await tx.objectStore('blobPages').delete(pagesOf(executionId, record.data.upload));
        }
        await tx.objectStore('blobs').delete([executionId, hash]);
        if (record.success) await addStored(tx, executionId, -storedBytes(record.data));
      }),
  };
}

/** A text that is stored unshortened, however long. */
const unlimited = { maxBytes: Number.POSITIVE_INFINITY, compress: true };

/** A payload as a text, or undefined if there is none. Errors: `DAMAGED_RECORD`. */
export async function readBlob(
  database: HeddleDatabase,
  executionId: string,
  hash: string,
): Promise<string | undefined> {
  const record = await recordOf(database, executionId, hash);
  return record && decodePages(pagesOfRecord(database, record, 0));
}

async function recordOf(database: HeddleDatabase, executionId: string, hash: string): Promise<BlobRecord | undefined> {
  const value: unknown = await transact(database, ['blobs'], 'readonly', (tx) => tx.store.get([executionId, hash]));
  return value === undefined ? undefined : parseRecord(recordSchemas.blob, value, nameOf(executionId, hash));
}

/** A record is checked when it is read, so that a damaged one does not hide others. */
async function* pagesOfValue(
  database: HeddleDatabase,
  executionId: string,
  hash: string,
  value: unknown,
): AsyncGenerator<Uint8Array> {
  yield* pagesOfRecord(database, parseRecord(recordSchemas.blob, value, nameOf(executionId, hash)), 0);
}

function nameOf(executionId: string, hash: string): string {
  return `payload ${hash.slice(0, 8)} of run ${executionId}`;
}

/** Bytes that it takes in the store, compressed. */
function storedBytes(record: BlobRecord): number {
  return 'upload' in record ? (record.stored ?? 0) : record.gzip.length;
}

function sizeOf(record: BlobRecord): number {
  if ('upload' in record) return record.pages.reduce((sum, [, bytes]) => sum + bytes, 0);
  // Gzip ends with the unpacked size modulo 4 GiB; only texts are stored in one record, and no text has 4 GiB.
  const { buffer, byteOffset, length } = record.gzip;
  return length < 4 ? 0 : new DataView(buffer, byteOffset).getUint32(length - 4, true);
}

function pagesOfRecord(database: HeddleDatabase, record: BlobRecord, from: number): AsyncIterable<Uint8Array> {
  const { executionId, hash } = record;
  const what = nameOf(executionId, hash);
  if (!('upload' in record)) return withoutStart(unpacked(record.gzip, what), from);
  const { upload, compressed } = record;
  const entries = record.pages.map(([page, bytes]) => ({ page, bytes }));
  const read = (page: number) => readPage(database, executionId, upload, page);
  // Gzip has its own checksums.
  if (compressed) return readPages(entries, from, async (page) => gunzipBytes(await read(page)), what);
  const pages = readPages(entries, from, read, what);
  return from === 0 ? verifyPages(pages, newContentHash(), hash, what) : pages;
}

/** Bytes of gzip that are unpacked at a time: unpacked they may be a thousand times as many. */
const step = 16_384;

async function* unpacked(gzip: Uint8Array, what: string): AsyncGenerator<Uint8Array> {
  const parts = Array.from({ length: Math.ceil(gzip.length / step) }, (_, n) =>
    gzip.subarray(n * step, (n + 1) * step),
  );
  try {
    yield* gunzipStream(parts);
  } catch (error) {
    throw damaged(what, error);
  }
}
