import { gunzipBytes, gunzipStream } from '../gzip';
import { type BlobRecord, createDamagedRecordError } from '../records';
import { createContentHash } from './content-hash';
import { readPages, skipStart, verifyPages } from './read-pages';

/** Bytes of a payload, unpacked. */
export function getUnpackedSize(record: BlobRecord): number {
  if ('upload' in record) return record.pages.reduce((sum, [, bytes]) => sum + bytes, 0);
  // Gzip ends with the unpacked size modulo 4 GiB; only texts are stored in one record, and no text has 4 GiB.
  const { buffer, byteOffset, length } = record.gzip;
  return length < 4 ? 0 : new DataView(buffer, byteOffset).getUint32(length - 4, true);
}

/** What a payload is called to a person. */
export function formatPayloadName(executionId: string, hash: string): string {
  return `payload ${hash.slice(0, 8)} of run ${executionId}`;
}

/** The bytes of a payload from `from` on. `what` names it to a person. Throws `DAMAGED_RECORD`. */
export function readRecordPages(
  record: BlobRecord,
  from: number,
  what: string,
  readPage: (upload: string, page: number) => Promise<Uint8Array>,
): AsyncIterable<Uint8Array> {
  if (!('upload' in record)) return skipStart(unpackInSteps(record.gzip, what), from);
  const { upload, compressed, hash } = record;
  const entries = record.pages.map(([page, bytes]) => ({ page, bytes }));
  const readRecordPage = (page: number) => readPage(upload, page);
  // Gzip has its own checksums.
  if (compressed) return readPages(entries, from, async (page) => gunzipBytes(await readRecordPage(page)), what);
  const pages = readPages(entries, from, readRecordPage, what);
  return from === 0 ? verifyPages(pages, createContentHash(), hash, what) : pages;
}

/** Bytes of gzip that are unpacked at a time: unpacked they may be a thousand times as many. */
const unpackStepBytes = 16_384;

async function* unpackInSteps(gzip: Uint8Array, what: string): AsyncGenerator<Uint8Array> {
  const parts = Array.from({ length: Math.ceil(gzip.length / unpackStepBytes) }, (_, n) =>
    gzip.subarray(n * unpackStepBytes, (n + 1) * unpackStepBytes),
  );
  try {
    yield* gunzipStream(parts);
  } catch (error) {
    throw createDamagedRecordError(what, error);
  }
}
