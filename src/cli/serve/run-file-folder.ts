import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@/base/errors';
import { checkedFiles, checkFileCount } from '@/storage/checked-files';
import type { FileRepository } from '@/workflow/file-repository';
import { folderFiles } from '../folder-files';

/** The files of runs, each run's in a folder of its id. A hidden file is refused. */
export function runFileFolder(root: string): FileRepository {
  const folderOf = (id: string) => {
    if (!/^[\w-]{1,200}$/.test(id)) throw new AppError('VALIDATION_ERROR', 'This is not the id of a run.');
    return join(root, id);
  };
  /** Undefined: the run has no files. */
  const filesOf = async (id: string) => {
    const folder = folderOf(id);
    const isThere = await readdir(folder).then(
      () => true,
      () => false,
    );
    return isThere ? folderFiles(folder, []) : undefined;
  };
  return {
    list: async (id) => (await (await filesOf(id))?.list()) ?? [],
    read: async (id, path) => (await filesOf(id))?.read(path),
    pages: async (id, path) => (await filesOf(id))?.pages?.(path),
    write: async (id, files) => {
      const checked = checkedFiles(files);
      const before = (await (await filesOf(id))?.list()) ?? [];
      checkFileCount(
        before.map(({ path }) => path),
        checked,
      );
      const hidden = checked.find(({ path }) => path.includes('/.'));
      if (hidden !== undefined) throw new AppError('FILE_REFUSED', `“${hidden.path}” is hidden.`);
      const folder = folderOf(id);
      await mkdir(folder, { recursive: true });
      const own = folderFiles(folder, []);
      for (const { path, content } of checked) await own.write(path, content);
    },
    remove: async (id, paths) => {
      const own = await filesOf(id);
      if (own === undefined) return;
      for (const path of paths) await own.remove(path);
      if ((await own.list()).length === 0) await rm(folderOf(id), { recursive: true, force: true });
      await rmdir(root).catch(() => undefined);
    },
  };
}
