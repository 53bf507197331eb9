import { hashLongText } from '@/base/hash';
import { createBlobWriter } from '../blobs/blob-writer';
import { decodePages, readPages } from '../blobs/read-pages';
import type { PageEntry, Upload } from '../blobs/upload';
import { gunzipBytes } from '../gzip';
import { estimateSize } from '../rough-size';
import type { StoredPayloads } from '../stores';
import { createEachStream } from '../stream-each';

/** A payload: its pages in order, and the stored bytes of each. */
interface StoredBlob {
  readonly compressed: boolean;
  readonly pages: readonly PageEntry[];
  readonly data: ReadonlyMap<number, Uint8Array>;
}

/**
 * Payloads in memory; streamed ones are compressed if the caller asks for it. `removeOf` removes those of a run,
 * `sizes` gives their bytes by run.
 */
export function createMemoryBlobs(): StoredPayloads & {
  readonly removeOf: (executionId: string) => void;
  readonly sizes: () => ReadonlyMap<string, number>;
} {
  // Payloads may be stored for a run without a record, as in the other stores.
  const runs = new Map<string, Map<string, StoredBlob>>();
  const findBlob = (executionId: string, hash: string) => runs.get(executionId)?.get(hash);
  const storeBlob = (executionId: string, hash: string, blob: StoredBlob) => {
    const own = runs.get(executionId) ?? new Map<string, StoredBlob>();
    if (!own.has(hash)) own.set(hash, blob);
    runs.set(executionId, own);
  };
  const stream: StoredPayloads['stream'] = async (executionId, hash, from = 0) => {
    const blob = findBlob(executionId, hash);
    return blob && readStoredPages(blob, from);
  };
  return {
    put: async (executionId, text) => {
      const hash = await hashLongText(text);
      const bytes = new TextEncoder().encode(text);
      const pages = [{ page: 0, bytes: bytes.length }];
      storeBlob(executionId, hash, { compressed: false, pages, data: new Map([[0, bytes]]) });
      return hash;
    },
    get: async (executionId, hash) => {
      const blob = findBlob(executionId, hash);
      return blob && decodePages(readStoredPages(blob, 0));
    },
    open: (executionId, options) => {
      const upload = createUpload((hash, pages, data) =>
        storeBlob(executionId, hash, { compressed: options.compress, pages, data }),
      );
      return createBlobWriter(upload, options);
    },
    size: async (executionId, hash) => findBlob(executionId, hash)?.pages.reduce((sum, { bytes }) => sum + bytes, 0),
    stream,
    streams: createEachStream(stream),
    remove: async (executionId, hash) => void runs.get(executionId)?.delete(hash),
    removeOf: (executionId) => void runs.delete(executionId),
    sizes: () =>
      new Map(
        [...runs].map(([id, own]) => [id, estimateSize([...own.values()].map(({ data }) => [...data.values()]))]),
      ),
  };
}

function createUpload(
  store: (hash: string, pages: readonly PageEntry[], data: ReadonlyMap<number, Uint8Array>) => void,
): Upload {
  const data = new Map<number, Uint8Array>();
  return {
    put: async ({ page }, bytes) => void data.set(page, bytes.slice()),
    read: async (page) => getPage(data, page),
    drop: async (page) => void data.delete(page),
    finish: async (hash, pages) => store(hash, pages, data),
    discard: async () => data.clear(),
  };
}

function readStoredPages({ compressed, pages, data }: StoredBlob, from: number): AsyncIterable<Uint8Array> {
  const readStoredPage = async (page: number) => (compressed ? gunzipBytes(getPage(data, page)) : getPage(data, page));
  return readPages(pages, from, readStoredPage, 'a payload in memory');
}

function getPage(data: ReadonlyMap<number, Uint8Array>, page: number): Uint8Array {
  const found = data.get(page);
  if (found === undefined) throw new Error(`Page ${page} is gone.`);
  return found;
}
