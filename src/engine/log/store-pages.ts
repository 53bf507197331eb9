import type { BlobStore, BlobWriter } from '../ports/blob-store';

/** Bytes, page by page. */
export type Pages = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A payload that was stored: its ref, and how many bytes it has. */
export type StoredPages = Awaited<ReturnType<BlobWriter['close']>>;

/**
 * Stores bytes as a payload of a run, in memory that does not grow with them. Resolves once it is stored. `compress` is
 * for texts: pictures and the like are compressed already. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
 */
export async function storePages(
  pages: Pages,
  { blobs, executionId, compress }: { blobs: BlobStore; executionId: string; compress: boolean },
): Promise<StoredPages> {
  const writer = blobs.open(executionId, { maxBytes: Number.POSITIVE_INFINITY, compress });
  try {
    for await (const page of pages) await writer.write(page);
    return await writer.close();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
