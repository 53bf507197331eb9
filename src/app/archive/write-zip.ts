import { crc32 } from './crc32';

/** A file of an archive. */
export interface ZipEntry {
  /** With slashes, and none at the start. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Names are UTF-8 (APPNOTE 4.4.4, bit 11). */
const utf8Flag = 0x0800;
/** 1 January 1980, so that the same files yield the same archive. */
const date = 0x21;

/**
 * Writes files into a ZIP archive without compressing them: pictures and PDFs are already compressed. Files are read
 * one after another and passed to the browser as blobs, so that memory need not hold all of them. Format: PKWARE,
 * APPNOTE 6.3.10.
 */
export async function writeZip(entries: AsyncIterable<ZipEntry>): Promise<Blob> {
  const parts: Blob[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for await (const { name, bytes } of entries) {
    const path = new TextEncoder().encode(name);
    const about = fields(
      [2, utf8Flag],
      [2, 0],
      [2, 0],
      [2, date],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
    );
    const lengths = fields([2, path.length], [2, 0]);
    const head = joined(fields([4, 0x04034b50], [2, 20]), about, lengths, path);
    // Comment, disk and attributes: none.
    const rest = fields([2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    directory.push(joined(fields([4, 0x02014b50], [2, 20], [2, 20]), about, lengths, rest, path));
    parts.push(new Blob([head, new Uint8Array(bytes)]));
    at += head.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = directory.length;
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]);
  return new Blob([...parts, ...directory.map((one) => new Uint8Array(one)), end], { type: 'application/zip' });
}

/** Numbers of the given sizes in bytes, little-endian. */
function fields(...all: readonly (readonly [bytes: number, value: number])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    all.flatMap(([bytes, value]) => Array.from({ length: bytes }, (_, nth) => Math.floor(value / 256 ** nth) % 256)),
  );
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
