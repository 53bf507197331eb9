import { constants } from 'node:fs';
import { cp, lstat, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';

/** A copy of a folder, in a folder of its own. */
export interface FolderCopy {
  readonly folder: string;
  /** What to remove in the end. */
  readonly root: string;
}

/**
 * Copies a folder into a temporary one, with links as they are. `node_modules` are links to the original, as they are
 * large and scripts only read them; `.heddle` and the folders in `except` are left out. Where the file system can,
 * files share their content until one is written.
 */
export async function copyFolder(folder: string, except: readonly string[]): Promise<FolderCopy> {
  const root = await mkdtemp(join(tmpdir(), 'heddle-try-'));
  const target = join(root, basename(folder) || 'files');
  const linked: string[] = [];
  const isCopied = async (path: string) => {
    const name = basename(path);
    if (path !== folder && (name === '.heddle' || except.includes(path))) return false;
    const stats = await lstat(path);
    if (name !== 'node_modules' || !stats.isDirectory()) {
      return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
    }
    linked.push(relative(folder, path));
    return false;
  };
  try {
    const mode = constants.COPYFILE_FICLONE;
    const how = { recursive: true, mode, verbatimSymlinks: true, preserveTimestamps: true };
    await cp(folder, target, { ...how, filter: isCopied });
    for (const path of linked) await symlink(join(folder, path), join(target, path));
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }
  return { folder: target, root };
}
