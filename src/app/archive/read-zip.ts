import { crc32 } from './crc32';

/** A file in an archive. */
export interface ZippedFile {
  /** The name as it is in the archive. Do not trust it as a path. */
  readonly name: string;
  /** Size of the unpacked file in bytes, as the archive states it. */
  readonly size: number;
  /**
   * Its bytes. Throws an error with a message for people if the file is damaged, uses another compression, or is larger
   * than stated.
   */
  read(): Promise<Uint8Array>;
}

/** The most files to look for in an archive, and the most bytes of its directory. */
const limits = { count: 5000, directory: 5_000_000 } as const;
/** The size of the record at the end, and of the longest comment that it may have. */
const endLength = 22;
const maxComment = 65_535;

/**
 * The files of an archive. Only its directory is read. Throws an error with a message for people if it is not a ZIP
 * archive. Format: PKWARE, APPNOTE 6.3.10; encrypted archives and those larger than 4 GB are not supported.
 */
export async function readZip(archive: Blob): Promise<readonly ZippedFile[]> {
  const tailAt = Math.max(0, archive.size - endLength - maxComment);
  const tail = await viewOf(archive.slice(tailAt));
  let end = tail.byteLength - endLength;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error('It is not a ZIP archive, or it is cut off.');
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (count > limits.count || size > limits.directory || start + size > archive.size) {
    throw new Error('It has too many files, or a list of them that is damaged.');
  }
  return entriesOf(await viewOf(archive.slice(start, start + size)), count, archive);
}

function entriesOf(view: DataView, count: number, archive: Blob): readonly ZippedFile[] {
  const found: ZippedFile[] = [];
  let at = 0;
  for (let nth = 0; nth < count; nth++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) throw new Error('Its list is damaged.');
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const sum = view.getUint32(at + 16, true);
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [nameLength, extra] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
    const [comment, offset] = [view.getUint16(at + 32, true), view.getUint32(at + 42, true)];
    const nameEnd = Math.min(at + 46 + nameLength, view.byteLength);
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameEnd - at - 46));
    const place = { flags, method, sum, packed, size, offset };
    if (!name.endsWith('/')) found.push({ name, size, read: () => readEntry(archive, place) });
    at += 46 + nameLength + extra + comment;
  }
  return found;
}

interface Place {
  readonly flags: number;
  readonly method: number;
  readonly sum: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

async function readEntry(archive: Blob, { flags, method, sum, packed, size, offset }: Place): Promise<Uint8Array> {
  if ((flags & 1) === 1) throw new Error('it has a password');
  if (method !== 0 && method !== 8) throw new Error('its compression method is not supported');
  const head = await viewOf(archive.slice(offset, offset + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) throw new Error('it is damaged');
  const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const stored = archive.slice(start, start + packed);
  const stream = stored.stream();
  const bytes = await readAtMost(
    method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw')),
    size,
  );
  if (bytes === undefined || crc32(bytes) !== sum) throw new Error('it is damaged');
  return bytes;
}

/** Exactly as many bytes as stated; undefined if there are more or fewer, or they cannot be unpacked. */
async function readAtMost(stream: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(size);
  const reader = stream.getReader();
  let at = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return at === size ? bytes : undefined;
      if (at + value.length > size) return undefined;
      bytes.set(value, at);
      at += value.length;
    }
  } catch {
    return undefined;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function viewOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer());
}
