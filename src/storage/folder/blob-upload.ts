import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '../blobs/upload';
import { fileError } from './file-error';
import { endMark, toMember } from './gzip-member';

interface UploadOptions {
  /** The folder of the payloads of a run; need not be there yet. */
  readonly folder: string;
  readonly compressed: boolean;
  /** Where the payload of a hash lies, if it is there. */
  readonly find: (hash: string) => Promise<string | undefined>;
  /** Told of a file that was made. */
  readonly onStored: (path: string) => void;
}

/**
 * A payload on its way into a folder: its file grows under another name (`.tmp`) until it is whole. Pages that may be
 * dropped are files of their own, put behind the others at the end, one after the other, so that no page is on the disk
 * twice.
 */
export function createBlobUpload({ folder, compressed, find, onStored }: UploadOptions): Upload {
  const name = randomUUID();
  const path = join(folder, `${name}.tmp`);
  const pagePath = (page: number) => join(folder, `${name}-${page}.tmp`);
  const held = new Set<number>();
  let isThere = false;

  const append = async (bytes: Uint8Array) => {
    if (!isThere) await mkdir(folder, { recursive: true });
    isThere = true;
    await appendFile(path, bytes);
  };
  const inFile = (data: Uint8Array, bytes: number) => (compressed ? toMember(data, bytes) : data);
  const drop = async (page: number) => {
    held.delete(page);
    await rm(pagePath(page), { force: true });
  };

  const upload: Upload = {
    put: async ({ page, bytes }, data, final) => {
      if (final) return append(inFile(data, bytes));
      await mkdir(folder, { recursive: true });
      held.add(page);
      await writeFile(pagePath(page), data);
    },
    read: (page) => readFile(pagePath(page)),
    drop,
    finish: async (hash, pages) => {
      await append(new Uint8Array(0));
      for (const { page, bytes } of pages) {
        if (!held.has(page)) continue;
        await append(inFile(await readFile(pagePath(page)), bytes));
        await drop(page);
      }
      if (compressed) await append(endMark(pages.reduce((sum, { bytes }) => sum + bytes, 0)));
      const known = await find(hash);
      // One that a power failure cut short is replaced.
      if (known !== undefined && (known.endsWith('.gz') !== compressed || (await sameSize(known, path)))) {
        return rm(path);
      }
      const target = join(folder, compressed ? `${hash}.gz` : hash);
      await rename(path, target);
      onStored(target);
    },
    discard: async () => {
      for (const page of held) await drop(page);
      await rm(path, { force: true });
    },
  };
  return explained(upload);
}

async function sameSize(one: string, other: string): Promise<boolean> {
  return (await stat(one)).size === (await stat(other)).size;
}

/** What the file system refuses, as errors of the port. */
function explained({ put, read, drop, finish, discard }: Upload): Upload {
  const told = <T>(work: Promise<T>) => work.catch((error: unknown) => Promise.reject(fileError(error)));
  return {
    put: (entry, data, final) => told(put(entry, data, final)),
    read: (page) => told(read(page)),
    drop: (page) => told(drop(page)),
    finish: (hash, pages) => told(finish(hash, pages)),
    discard: () => told(discard()),
  };
}
