import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isRunFolder } from '@/storage/folder/run-folder';

/**
 * Tells files from records of runs: no task, pattern or model sees what a store keeps, whether the command was told of
 * it or not. `folder`: that of the files; `stores`: known stores, absolute. A store that holds the folder itself does
 * not count, only the runs in it do.
 */
export function createStoreGuard(folder: string, stores: readonly string[]) {
  let known: Promise<readonly string[]> | undefined;
  const knownStores = () => {
    known ??= Promise.all([folder, ...stores].map((path) => realpath(path).catch(() => path))).then(([root, ...all]) =>
      all.filter((store) => root === undefined || !isWithinFolder(root, store)),
    );
    return known;
  };
  return {
    /** Whether a folder is a store or a run. `names`: what is in it; left out: that is read. */
    async holdsRecords(real: string, names?: readonly string[]): Promise<boolean> {
      if ((await knownStores()).some((store) => isWithinFolder(real, store))) return true;
      if (names !== undefined) return isRunFolder(names);
      const isMarked = (await stat(join(real, 'run.json')).catch(() => undefined)) !== undefined;
      return isMarked && isRunFolder(await readdir(real).catch(() => []));
    },
    /** Whether a real path lies in a store or a run. `root`: the outermost folder that is looked at; default: all. */
    async isRecord(real: string, root = ''): Promise<boolean> {
      for (let path = dirname(real), last = real; path !== last && path !== root; last = path, path = dirname(path)) {
        if (await this.holdsRecords(path)) return true;
      }
      return (await knownStores()).some((store) => isWithinFolder(real, store));
    },
  };
}

function isWithinFolder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
