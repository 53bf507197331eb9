import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@/base/errors';
import { checkFileCount, checkFiles } from '@/storage/checked-files';
import type { FileRepository } from '@/workflow/file-repository';
import { createFolderFiles } from '../folder-files';

/** The files of runs, each run's in a folder of its id. A hidden file is refused. */
export function createRunFileFolder(root: string): FileRepository {
  const buildFolder = (id: string) => {
    if (!/^[\w-]{1,200}$/.test(id)) throw new AppError('VALIDATION_ERROR', 'This is not the id of a run.');
    return join(root, id);
  };
  /** Undefined: the run has no files. */
  const openFiles = async (id: string) => {
    const folder = buildFolder(id);
    const isThere = await readdir(folder).then(
      () => true,
      () => false,
    );
    return isThere ? createFolderFiles(folder, []) : undefined;
  };
  return {
    list: async (id) => (await (await openFiles(id))?.list()) ?? [],
    read: async (id, path) => (await openFiles(id))?.read(path),
    pages: async (id, path) => (await openFiles(id))?.pages?.(path),
    write: async (id, files) => {
      const checked = checkFiles(files);
      const before = (await (await openFiles(id))?.list()) ?? [];
      checkFileCount(
        before.map(({ path }) => path),
        checked,
      );
      const hidden = checked.find(({ path }) => path.includes('/.'));
      if (hidden !== undefined) throw new AppError('FILE_REFUSED', `“${hidden.path}” is hidden.`);
      const folder = buildFolder(id);
      await mkdir(folder, { recursive: true });
      const own = createFolderFiles(folder, []);
      for (const { path, content } of checked) await own.write(path, content);
    },
    remove: async (id, paths) => {
      const own = await openFiles(id);
      if (own === undefined) return;
      for (const path of paths) await own.remove(path);
      if ((await own.list()).length === 0) await rm(buildFolder(id), { recursive: true, force: true });
      await rmdir(root).catch(() => undefined);
    },
  };
}
