import {
  BlobReader,
  ERR_BAD_FORMAT,
  ERR_ENCRYPTED,
  ERR_EOCDR_NOT_FOUND,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';

/** A file in an archive. */
export interface ZippedFile {
  /** The name as it is in the archive. Do not trust it as a path. */
  readonly name: string;
  /** Size of the unpacked file in bytes, as the archive states it. */
  readonly size: number;
  /** Whether it is a link to another file, or has a password. */
  readonly isOdd: boolean;
  /**
   * Its bytes. Throws an error with a message for people if the file is damaged, uses another compression, or is larger
   * than stated.
   */
  read(): Promise<Uint8Array>;
}

/** The most files to look for in an archive, and the most bytes that are read of it at once, as its directory is. */
const limits = { count: 5000, atOnce: 5_000_000 } as const;
const tooMany = 'It has too many files, or a list of them that is damaged.';

/**
 * The files of an archive. Only its directory is read. Throws an error with a message for people if it is not a ZIP
 * archive. Encrypted files are listed, and refused when they are read.
 */
export async function readZip(archive: Blob): Promise<readonly ZippedFile[]> {
  // A worker for each file would cost more than unpacking what a workflow may have. Many programs write names in UTF-8
  // without saying so.
  const options = { useWebWorkers: false, checkSignature: true, filenameEncoding: 'utf-8' } as const;
  const reader = new ZipReader(new BoundedReader(archive), options);
  const found: ZippedFile[] = [];
  let listed = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      listed += 1;
      if (listed > limits.count) throw new Error(tooMany);
      if (entry.directory) continue;
      found.push({
        name: entry.filename,
        size: entry.uncompressedSize,
        isOdd: entry.symlink || entry.encrypted,
        read: () => readEntry(entry),
      });
    }
  } catch (error) {
    throw new Error(explainArchive(error), { cause: error });
  }
  return found;
}

/** Reads a piece at a time, and never what a directory claims to be of its size. */
class BoundedReader extends BlobReader {
  override readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    if (length > limits.atOnce) return Promise.reject(new Error(tooMany));
    return super.readUint8Array(offset, length);
  }
}

async function readEntry(entry: FileEntry): Promise<Uint8Array> {
  try {
    const bytes = new Uint8Array(entry.uncompressedSize);
    let at = 0;
    const write = (chunk: Uint8Array) => {
      if (at + chunk.length > bytes.length) throw new Error('larger than stated');
      bytes.set(chunk, at);
      at += chunk.length;
    };
    await entry.getData(new WritableStream({ write }));
    if (at !== bytes.length) throw new Error('smaller than stated');
    return bytes;
  } catch (error) {
    throw new Error(explainFile(error), { cause: error });
  }
}

function explainArchive(error: unknown): string {
  const why = error instanceof Error ? error.message : '';
  if (why === tooMany) return why;
  const isNone = why === ERR_EOCDR_NOT_FOUND || why === ERR_BAD_FORMAT;
  return isNone ? 'It is not a ZIP archive, or it is cut off.' : 'Its list of files is damaged.';
}

function explainFile(error: unknown): string {
  const why = error instanceof Error ? error.message : '';
  if (why === ERR_ENCRYPTED || why === ERR_UNSUPPORTED_ENCRYPTION) return 'it has a password';
  return why === ERR_UNSUPPORTED_COMPRESSION ? 'its compression method is not supported' : 'it is damaged';
}
