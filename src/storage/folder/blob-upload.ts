import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '../blobs/upload';
import { convertFileError } from './file-error';
import { endMark, toMember } from './gzip-member';

interface UploadOptions {
  /** The folder of the payloads of a run; need not exist yet. */
  readonly folder: string;
  readonly compressed: boolean;
  /** Path of the payload with a hash, if it exists. */
  readonly find: (hash: string) => Promise<string | undefined>;
  /** Called with the path of a new file. */
  readonly onStored: (path: string) => void;
}

/**
 * Writes a payload into a folder: its file grows under another name (`.tmp`) until it is complete. Pages that may be
 * dropped are separate files. At the end they are appended one by one and removed, so that no page is on disk twice.
 */
export function createBlobUpload({ folder, compressed, find, onStored }: UploadOptions): Upload {
  const name = randomUUID();
  const path = join(folder, `${name}.tmp`);
  const pagePath = (page: number) => join(folder, `${name}-${page}.tmp`);
  const held = new Set<number>();
  let isCreated = false;

  const append = async (bytes: Uint8Array) => {
    if (!isCreated) await mkdir(folder, { recursive: true });
    isCreated = true;
    await appendFile(path, bytes);
  };
  const inFile = (data: Uint8Array, bytes: number) => (compressed ? toMember(data, bytes) : data);
  const dropPage = async (page: number) => {
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
    drop: dropPage,
    finish: async (hash, pages) => {
      await append(new Uint8Array(0));
      for (const { page, bytes } of pages) {
        if (!held.has(page)) continue;
        await append(inFile(await readFile(pagePath(page)), bytes));
        await dropPage(page);
      }
      if (compressed) await append(endMark(pages.reduce((sum, { bytes }) => sum + bytes, 0)));
      const known = await find(hash);
      // A file that a power failure truncated is replaced.
      if (known !== undefined && (known.endsWith('.gz') !== compressed || (await hasSameSize(known, path)))) {
        return rm(path);
      }
      const target = join(folder, compressed ? `${hash}.gz` : hash);
      await rename(path, target);
      onStored(target);
    },
    discard: async () => {
      for (const page of held) await dropPage(page);
      await rm(path, { force: true });
    },
  };
  return convertFileErrors(upload);
}

async function hasSameSize(first: string, second: string): Promise<boolean> {
  return (await stat(first)).size === (await stat(second)).size;
}

/** Converts errors of the file system to errors of the port. */
function convertFileErrors({ put, read, drop, finish, discard }: Upload): Upload {
  const explainUploadErrors = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => Promise.reject(convertFileError(error)));
  return {
    put: (entry, data, final) => explainUploadErrors(put(entry, data, final)),
    read: (page) => explainUploadErrors(read(page)),
    drop: (page) => explainUploadErrors(drop(page)),
    finish: (hash, pages) => explainUploadErrors(finish(hash, pages)),
    discard: () => explainUploadErrors(discard()),
  };
}
