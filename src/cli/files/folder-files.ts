import { lstat, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { AppError } from '@/base/errors';
import { formatBytes } from '@/base/figures';
import type { Files } from '@/engine/ports';
import { filePath } from '@/workflow/file-path';
import { type FileEntry, fileLimits } from '@/workflow/file-repository';
import { explainFsError } from '../explain-fs-error';

/** Folders that are not for tasks, beside hidden ones. */
const passedOver = new Set(['node_modules']);

/**
 * The files in a folder, as the files of a workflow: `/notes/a.md` is `notes/a.md` in it. What is hidden (`.env`, `.git`) is not there
 * for a task, and no link leads out of the folder. The paths of `index` are also read where they really are on this machine.
 */
export function createFolderFiles(folder: string, index: readonly string[]): Files {
  const indexed = new Set(index.map(filePath));
  const root = realpath(folder);

  /** Where a file really is; undefined if it is not there, or not for a task. */
  async function locate(path: string): Promise<string | undefined> {
    const own = isHidden(path) ? undefined : await within(join(folder, path), await root);
    if (own !== undefined) return own;
    return indexed.has(path) ? realpath(path).catch(() => undefined) : undefined;
  }

  return {
    async list() {
      const found: FileEntry[] = await listFolder(folder, '');
      const listed = new Set(found.map(({ path }) => path));
      for (const path of indexed) {
        const bytes = listed.has(path) ? undefined : await sizeOf(await locate(path));
        if (bytes !== undefined) found.push({ path, bytes });
      }
      return found.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async read(path) {
      const place = await locate(filePath(path));
      const bytes = await sizeOf(place);
      if (place === undefined || bytes === undefined) return undefined;
      if (bytes > fileLimits.bytes) throw tooLarge(path, bytes);
      return readFile(place).catch((error: unknown) => Promise.reject(failed(path, error)));
    },
    async write(path, content) {
      const clean = filePath(path);
      if (isHidden(clean)) throw refused(path, 'is hidden, and not for tasks');
      if (content.length > fileLimits.bytes) throw tooLarge(path, content.length);
      const target = join(folder, clean);
      try {
        await mkdir(dirname(target), { recursive: true });
        if ((await within(dirname(target), await root)) === undefined) throw refused(path, 'leads out of the folder');
        const fresh = `${target}.${process.pid}.tmp`;
        await writeFile(fresh, content);
        // Takes the place of a link too, and so writes nothing behind it.
        await rename(fresh, target);
      } catch (error) {
        throw failed(path, error);
      }
    },
    async remove(path) {
      const clean = filePath(path);
      const target = join(folder, clean);
      const there = await lstat(target).catch(() => undefined);
      if (isHidden(clean) || there === undefined || there.isDirectory()) return;
      if ((await within(dirname(target), await root)) === undefined) throw refused(path, 'leads out of the folder');
      await rm(target).catch((error: unknown) => Promise.reject(failed(path, error)));
    },
  };
}

function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || passedOver.has(part));
}

/** The real place of what is at `path`, if that is in the folder. */
async function within(path: string, root: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && (real === root || real.startsWith(`${root}${sep}`)) ? real : undefined;
}

async function sizeOf(place: string | undefined): Promise<number | undefined> {
  const found = place === undefined ? undefined : await stat(place).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** Files below a folder, in no order, up to as many as a workflow may have. Links are not followed. */
async function listFolder(root: string, path: string, found: FileEntry[] = []): Promise<FileEntry[]> {
  for (const entry of await readdir(join(root, path), { withFileTypes: true }).catch(() => [])) {
    if (found.length >= fileLimits.count) break;
    const below = `${path}/${entry.name}`;
    if (isHidden(below)) continue;
    if (entry.isDirectory()) await listFolder(root, below, found);
    else if (entry.isFile()) found.push({ path: below, bytes: (await stat(join(root, below))).size });
  }
  return found;
}

function tooLarge(path: string, bytes: number): AppError {
  return refused(path, `has ${formatBytes(bytes)}, and may have ${formatBytes(fileLimits.bytes)}`);
}

function refused(path: string, why: string): AppError {
  return new AppError('FILE_REFUSED', `The file “${path}” ${why}.`);
}

function failed(path: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('STORAGE_FAILED', `${path}: ${explainFsError(error)}`, { cause: error });
}
