import { rm, rmdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { AppError, toFailure } from '@/base/errors';
import { convertFileError, isMissing } from '@/storage/folder/file-error';
import { linkWhole, writeWhole } from '@/storage/folder/write-whole';
import { normalizeFilePath } from '@/workflow/file-path';
import type { OutputFolder } from './io';
import { resolveInside } from './resolve-inside';

/** A folder of this machine for the files that a run writes. */
export function createOutputFolder(folder: string): OutputFolder {
  return {
    has: async (path) => {
      const resolved = await findPlace(folder, path);
      return stat(resolved).then(
        () => true,
        () => false,
      );
    },
    write: async (path, { file, pages }) => {
      const resolved = await findPlace(folder, path);
      try {
        const isLinked = file !== undefined && (await isDone(linkWhole(resolved, file)));
        if (!isLinked) await writeWhole(resolved, pages());
      } catch (error) {
        throw convertFileError(error);
      }
    },
    remove: async (path) => {
      try {
        await rm(await findPlace(folder, path), { force: true });
      } catch (error) {
        if (isMissing(error)) return;
        throw convertFileError(error);
      }
      for (let parent = dirname(normalizeFilePath(path)); parent !== '/'; parent = dirname(parent)) {
        if (!(await isDone(rmdir(join(folder, relative('/', parent)))))) return;
      }
    },
  };
}

/** The real path for a path. Throws `FILE_REFUSED` if it is not in the folder. */
async function findPlace(folder: string, path: string): Promise<string> {
  // Elsewhere a leading slash means the folder. In the path of an output it means an absolute path, which is refused.
  const resolved = isAbsolute(path) ? undefined : await resolveInside(folder, normalizePath(path));
  if (resolved === undefined) throw createOutputRefusal(`“${path}” is not in the folder of the run.`);
  return resolved;
}

function normalizePath(path: string): string {
  try {
    return normalizeFilePath(path);
  } catch (error) {
    throw createOutputRefusal(toFailure(error).message);
  }
}

function createOutputRefusal(message: string): AppError {
  const advice = 'Set external_storage_dir to a folder within that of the run, such as .workflow_state/task_outputs.';
  return new AppError('FILE_REFUSED', message, { advice });
}

async function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
