import { readSync } from 'node:fs';

/** Bytes with random access: of an open file, or unpacked in memory. */
export interface ByteSource {
  readonly size: number;
  /** `length` bytes from `at` on, fewer at the end. */
  read(at: number, length: number): Buffer;
}

/** The first `size` bytes of a file that stays open while they are read. Errors: those of `node:fs`. */
export function createByteSource(file: number, size: number): ByteSource {
  return {
    size,
    read: (at, length) => {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)));
      let done = 0;
      while (done < bytes.length) {
        const read = readSync(file, bytes, done, bytes.length - done, at + done);
        if (read === 0) break;
        done += read;
      }
      return bytes.subarray(0, done);
    },
  };
}

/** Bytes in memory. */
export function createBufferSource(bytes: Buffer): ByteSource {
  return { size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) };
}
