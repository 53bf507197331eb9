import { rm, rmdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { AppError, toFailure } from '@/base/errors';
import { fileError, isMissing } from '@/storage/folder/file-error';
import { linkWhole, writeWhole } from '@/storage/folder/write-whole';
import { filePath } from '@/workflow/file-path';
import type { OutputFolder } from './io';
import { resolveInside } from './resolve-inside';

/** A folder of this machine for the files that a run writes. */
export function outputFolder(folder: string): OutputFolder {
  return {
    has: async (path) => {
      const resolved = await placeOf(folder, path);
      return stat(resolved).then(
        () => true,
        () => false,
      );
    },
    write: async (path, { file, pages }) => {
      const resolved = await placeOf(folder, path);
      try {
        const isLinked = file !== undefined && (await isDone(linkWhole(resolved, file)));
        if (!isLinked) await writeWhole(resolved, pages());
      } catch (error) {
        throw fileError(error);
      }
    },
    remove: async (path) => {
      try {
        await rm(await placeOf(folder, path), { force: true });
      } catch (error) {
        if (isMissing(error)) return;
        throw fileError(error);
      }
      for (let parent = dirname(filePath(path)); parent !== '/'; parent = dirname(parent)) {
        if (!(await isDone(rmdir(join(folder, relative('/', parent)))))) return;
      }
    },
  };
}

/** The real path for a path. Throws `FILE_REFUSED` if it is not in the folder. */
async function placeOf(folder: string, path: string): Promise<string> {
  // Elsewhere a leading slash means the folder. In the path of an output it means an absolute path, which is refused.
  const resolved = isAbsolute(path) ? undefined : await resolveInside(folder, inForm(path));
  if (resolved === undefined) throw refused(`“${path}” is not in the folder of the run.`);
  return resolved;
}

function inForm(path: string): string {
  try {
    return filePath(path);
  } catch (error) {
    throw refused(toFailure(error).message);
  }
}

function refused(message: string): AppError {
  const advice = 'Set external_storage_dir to a folder within that of the run, such as .workflow_state/task_outputs.';
  return new AppError('FILE_REFUSED', message, { advice });
}

async function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
