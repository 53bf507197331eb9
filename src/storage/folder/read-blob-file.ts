import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '@/base/errors';
import { skipStart } from '../blobs/read-pages';
import { gunzipBytes, gunzipStream } from '../gzip';
import { createDamagedRecordError } from '../records';
import { convertFileError, isMissing } from './file-error';
import { endMarkBytes, memberHeadBytes, readEndMark, readMemberHead } from './gzip-member';

/**
 * Bytes read at once: from an uncompressed file, and from a single gzip member, whose bytes may be a thousand times as
 * many unpacked.
 */
const readStepBytes = 262_144;
const packedStep = 16_384;

/** Unpacked bytes of the payload in a file. */
export async function readBlobFileSize(path: string, what: string): Promise<number> {
  return performOnFile(path, what, async (file) => {
    const { size } = await file.stat();
    if (!path.endsWith('.gz')) return size;
    const total = await sumPages(file, size, what);
    if (total !== undefined) return total;
    // A text in one gzip member: its end contains the length, if that is below 4 GiB.
    const end = await readAt(file, Math.max(0, size - 4), 4);
    if (end.length < 4) throw createDamagedRecordError(what, undefined);
    return end.readUInt32LE(0);
  });
}

/** The payload in a file from the byte `from` on. The file is open only while it is read. Throws `DAMAGED_RECORD`. */
export async function* readBlobFile(path: string, from: number, what: string): AsyncGenerator<Uint8Array> {
  try {
    if (!path.endsWith('.gz')) return yield* createReadStream(path, { start: from, highWaterMark: readStepBytes });
    const total = await performOnFile(path, what, async (file) => sumPages(file, (await file.stat()).size, what));
    if (total !== undefined) return yield* readPages(path, total, from, what);
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: packedStep });
    yield* skipStart(gunzipStream(chunks), from);
  } catch (error) {
    throw readError(error, what);
  }
}

async function* readPages(path: string, total: number, from: number, what: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    const end = (await file.stat()).size - endMarkBytes;
    let start = 0;
    for (let at = 0; at < end; ) {
      const head = readMemberHead(await readAt(file, at, memberHeadBytes));
      if (head === undefined) throw createDamagedRecordError(what, undefined);
      if (start + head.bytes > from) {
        const bytes = await gunzipBytes(await readAt(file, at, head.packed));
        if (bytes.length !== head.bytes) throw createDamagedRecordError(what, undefined);
        yield bytes.subarray(Math.max(0, from - start));
      }
      start += head.bytes;
      at += head.packed;
    }
    if (start !== total) throw createDamagedRecordError(what, undefined);
  } finally {
    await file.close();
  }
}

/**
 * Unpacked bytes of all pages; undefined if the file is a single gzip member. Throws `DAMAGED_RECORD` if it has a first
 * page but no end mark.
 */
async function sumPages(file: FileHandle, size: number, what: string): Promise<number | undefined> {
  const total = readEndMark(await readAt(file, Math.max(0, size - endMarkBytes), endMarkBytes));
  if (total !== undefined) return total;
  if (readMemberHead(await readAt(file, 0, memberHeadBytes)) !== undefined)
    throw createDamagedRecordError(what, undefined);
  return undefined;
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  return bytes.subarray(0, bytesRead);
}

async function performOnFile<T>(path: string, what: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path).catch((error: unknown) => Promise.reject(readError(error, what)));
  try {
    return await work(file);
  } catch (error) {
    throw readError(error, what);
  } finally {
    await file.close();
  }
}

/** Errors of the file system concern the journal; all others mean damaged bytes. */
function readError(error: unknown, what: string): AppError {
  if (error instanceof AppError) return error;
  const isOfSystem = error instanceof Error && 'syscall' in error && !isMissing(error);
  return isOfSystem ? convertFileError(error) : createDamagedRecordError(what, error);
}
