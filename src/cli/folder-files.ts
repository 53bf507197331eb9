import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@/base/errors';
import type { Files } from '@/engine/ports/files';
import { checkFiles } from '@/storage/checked-files';
import { normalizeFilePath } from '@/workflow/file-path';
import { type FileEntry, fileLimits } from '@/workflow/file-repository';
import { explainFsError } from './explain-fs-error';
import { resolveInside } from './resolve-inside';
import { createStoreGuard } from './store-guard';

/**
 * The files of a workflow in a folder: `/notes/a.md` is `notes/a.md` in it. A file outside the folder that the memory
 * index names by its absolute path can be listed and read too, but never written. Links that lead out of the folder and
 * hidden files (`.env`, `.git`: they may hold keys) count as missing; `node_modules` is not listed. No more than
 * `fileLimits` are listed. A file in the folder that is too large is listed, but reading it is refused. What is kept of
 * runs counts as missing and cannot be written: any run, and everything in `stores`, the folders of known stores.
 */
export function createFolderFiles(folder: string, index: readonly string[], stores: readonly string[] = []): Files {
  const indexed = new Set(index);
  const guard = createStoreGuard(folder, stores);
  /** The real path for a path in the folder; undefined if it is hidden, a record, or leads out by links. */
  const insidePlace = async (path: string): Promise<string | undefined> => {
    const real = path.includes('/.') ? undefined : await resolveInside(folder, path);
    if (real === undefined) return undefined;
    return (await guard.isRecord(real, await realpath(folder))) ? undefined : real;
  };
  const indexedPlace = async (path: string): Promise<string | undefined> => {
    if (!indexed.has(path)) return undefined;
    const real = await realpath(path).catch(() => path);
    return (await guard.isRecord(real)) ? undefined : path;
  };
  /** The real path of a file, if it may be read; undefined: there is none. */
  const findPlace = async (path: string): Promise<string | undefined> => {
    const inside = await insidePlace(path);
    if (inside !== undefined && (await findFileSize(inside)) !== undefined) return inside;
    return indexedPlace(path);
  };
  /** The same for a file that is not too large. */
  const findReadable = async (path: string): Promise<string | undefined> => {
    const resolved = await findPlace(indexed.has(path) ? path : normalizeFilePath(path));
    const bytes = resolved === undefined ? undefined : await findFileSize(resolved);
    if (bytes !== undefined && bytes > fileLimits.bytes) throw createFileRefusal(path, 'is too large to be read');
    return bytes === undefined ? undefined : resolved;
  };
  return {
    list: () =>
      explainFileErrors(folder, async () => {
        const found = new Map<string, number>();
        await walkFolder(await realpath(folder), '', found, guard);
        for (const path of index) {
          const place = found.has(path) ? undefined : await indexedPlace(path);
          const bytes = place === undefined ? undefined : await findFileSize(place);
          if (bytes !== undefined) found.set(path, bytes);
        }
        const entries = [...found].map(([path, bytes]): FileEntry => ({ path, bytes }));
        return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
      }),
    read: (path) =>
      explainFileErrors(path, async () => {
        const resolved = await findReadable(path);
        return resolved === undefined ? undefined : new Uint8Array(await readFile(resolved));
      }),
    pages: (path) =>
      explainFileErrors(path, async () => {
        const resolved = await findReadable(path);
        return resolved === undefined ? undefined : readFilePages(path, resolved);
      }),
    write: async (path, content) => {
      for (const file of checkFiles([{ path, content }])) {
        await explainFileErrors(file.path, async () => {
          const resolved = await insidePlace(file.path);
          if (resolved === undefined)
            throw createFileRefusal(file.path, 'is hidden, kept of a run, or leads out of the folder by a link');
          await mkdir(dirname(resolved), { recursive: true });
          await writeFile(resolved, file.content);
        });
      }
    },
    remove: (path) =>
      explainFileErrors(path, async () => {
        const resolved = await insidePlace(normalizeFilePath(path));
        if (resolved !== undefined && (await findFileSize(resolved)) !== undefined) await rm(resolved);
      }),
  };
}

/** The size of a file in bytes; undefined if it does not exist, or is not a file. */
async function findFileSize(resolved: string): Promise<number | undefined> {
  const stats = await stat(resolved).catch(() => undefined);
  return stats?.isFile() ? stats.size : undefined;
}

/** Collects the files under a folder, ordered by name, without following links. */
async function walkFolder(
  root: string,
  path: string,
  found: Map<string, number>,
  guard: ReturnType<typeof createStoreGuard>,
): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  const names = entries.map(({ name }) => name);
  if (path !== '' && (await guard.holdsRecords(join(root, path), names))) return;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (found.size >= fileLimits.count) return;
    if (entry.name.startsWith('.')) continue;
    const own = `${path}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== 'node_modules') {
      await walkFolder(root, own, found, guard);
    }
    if (!entry.isFile()) continue;
    const bytes = await findFileSize(join(root, own));
    if (bytes !== undefined) found.set(own, bytes);
  }
}

function createFileRefusal(path: string, why: string): AppError {
  return new AppError('FILE_REFUSED', `“${path}” ${why}.`, { advice: 'Use a file in the folder of the run.' });
}

async function* readFilePages(path: string, resolved: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const page of createReadStream(resolved, { end: fileLimits.bytes - 1 })) yield page as Uint8Array;
  } catch (error) {
    throw convertToRefusal(path, error);
  }
}

/** Turns an error of the file system into an error of the port. */
async function explainFileErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw convertToRefusal(path, error);
  }
}

function convertToRefusal(path: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
  return new AppError(full ? 'STORAGE_FULL' : 'STORAGE_FAILED', `${path}: ${explainFsError(error)}.`, {
    advice: full ? 'Free space on the disk.' : 'Check the folder and its rights.',
    retryable: full,
    cause: error,
  });
}
