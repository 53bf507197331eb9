import { cutAfter } from '@/base/bytes';

/** Bytes of a page, and how far beyond its end a line may continue, so that it is not broken. */
export const pageBytes = 16_384;
const followedBytes = 4096;
const lineFeed = 0x0a;

/**
 * The bytes to read for a page (from 0): its own, the byte before it, and enough after it for a line that continues.
 */
export function computeReading(page: number): { readonly from: number; readonly bytes: number } {
  const from = Math.max(0, page * pageBytes - 1);
  return { from, bytes: (page + 1) * pageBytes + followedBytes - from };
}

/**
 * The text of a page, from the bytes that {@link computeReading} names. A page begins after the first line feed at or
 * after its first byte, if one follows soon enough, otherwise at a character. All pages joined are the whole text, and
 * hardly any line is broken.
 */
export function decodePage(page: number, bytes: Uint8Array): string {
  const { from } = computeReading(page);
  const start = page === 0 ? 0 : findBoundary(bytes, page * pageBytes - from);
  const end = findBoundary(bytes, (page + 1) * pageBytes - from);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end));
}

/** The actual start of the page that begins at the byte `at`: after a line feed at `at - 1` or soon after. */
function findBoundary(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length;
  const feed = bytes.subarray(0, at + followedBytes - 1).indexOf(lineFeed, at - 1);
  return feed >= 0 ? feed + 1 : cutAfter(bytes, at);
}

/** The number of pages of a text of this many bytes. */
export function countPages(total: number): number {
  return Math.max(1, Math.ceil(total / pageBytes));
}
