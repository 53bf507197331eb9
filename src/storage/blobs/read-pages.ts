import { AppError } from '@/base/errors';
import { createDamagedRecordError } from '../records';
import type { ContentHash } from './content-hash';
import type { PageEntry } from './upload';

/** The bytes of a payload from `from` on. Pages before that are not read. Throws `DAMAGED_RECORD`. */
export async function* readPages(
  pages: readonly PageEntry[],
  from: number,
  read: (page: number) => Promise<Uint8Array>,
  what: string,
): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const { page, bytes } of pages) {
    const skipped = Math.max(0, from - start);
    start += bytes;
    if (skipped >= bytes) continue;
    const found = await read(page).catch((error: unknown) => {
      throw error instanceof AppError ? error : createDamagedRecordError(what, error);
    });
    if (found.length !== bytes) throw createDamagedRecordError(what, undefined);
    yield found.subarray(skipped);
  }
}

/** Leaves out the first bytes. */
export async function* skipStart(pages: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const page of pages) {
    if (left < page.length) yield page.subarray(left);
    left = Math.max(0, left - page.length);
  }
}

/** Passes pages on, and throws `DAMAGED_RECORD` after the last if they do not match the hash. */
export async function* verifyPages(
  pages: AsyncIterable<Uint8Array>,
  own: ContentHash,
  hash: string,
  what: string,
): AsyncGenerator<Uint8Array> {
  for await (const page of pages) {
    own.update(page);
    yield page;
  }
  if (own.hex() !== hash) throw createDamagedRecordError(what, undefined);
}

/** The whole payload as text, with replacement characters for invalid UTF-8. */
export async function decodePages(pages: AsyncIterable<Uint8Array>): Promise<string> {
  // A byte order mark is part of the text.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  for await (const page of pages) parts.push(decoder.decode(page, { stream: true }));
  parts.push(decoder.decode());
  return parts.join('');
}
