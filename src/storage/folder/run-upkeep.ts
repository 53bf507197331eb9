import { existsSync } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readRunIdTime, runIdForm } from '@/run/run-id-form';
import type { Orphan, RunUpkeep } from '../stores';
import { convertFileError } from './file-error';
import { isLeftover, isRunsOwn, listFilesIn, type StoredFile } from './run-contents';
import { listRunFolders, type RunFolder, runFolder } from './run-folder';
import { parseLockOwner, takeLock } from './run-lock';

/** A folder without a head and a log may be a run that is just being created, for this many ms. */
const youth = 600_000;

/** An orphan: the whole folder of a run, or some files in it. */
interface Finding {
  readonly folder: RunFolder;
  readonly orphan: Orphan;
  readonly paths: readonly string[];
}

/**
 * The disk space of runs, with their artifacts. Orphans are folders of runs without a head, also without any file if
 * their name is the id of a run, and unfinished files. A folder with any other file in it is left alone, and so is a
 * run that a process holds.
 */
export function createRunUpkeep(root: string): RunUpkeep {
  async function findIn(id: string): Promise<Finding | undefined> {
    const folder = runFolder(root, id);
    const files = await listFilesIn(folder.path);
    const isThere = existsSync(folder.head);
    const found = isThere ? files.filter(isLeftover) : files;
    // The lock may belong to this process.
    const isEmpty = files.every(({ name }) => name === 'lock');
    if (isEmpty && !isThere && (await isAbandoned(id, folder.path)))
      return { folder, orphan: { executionId: id, bytes: 0 }, paths: [] };
    if (found.length === 0) return undefined;
    if (!isThere && (!files.every(isRunsOwn) || isYoung(files))) return undefined;
    const paths = isThere ? found.map(({ path }) => path) : [folder.path];
    return { folder, orphan: { executionId: id, bytes: sumFileBytes(found) }, paths };
  }

  async function orphans(): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const id of await listRunFolders(root)) {
      const isHeld = parseLockOwner(runFolder(root, id).lock) !== undefined;
      const finding = isHeld ? undefined : await findIn(id);
      if (finding !== undefined) findings.push(finding);
    }
    return findings;
  }

  /** Checks again once it holds the lock, when no other process can write there. */
  async function removeOrphan({ folder, orphan }: Finding): Promise<Orphan | undefined> {
    const release = takeLock(folder.lock);
    if (typeof release !== 'function') return undefined;
    try {
      const finding = await findIn(orphan.executionId);
      for (const path of finding?.paths ?? []) await rm(path, { recursive: true, force: true });
      // What is empty goes only as long as it is: the folder of the run itself with its lock.
      if (finding?.paths.length === 0) await removeEmptyFolders(folder.path);
      return finding && orphan;
    } finally {
      release();
    }
  }

  const explainErrors = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => Promise.reject(convertFileError(error)));
  return {
    sizes: () => explainErrors(measureRuns(root)),
    orphans: () => explainErrors(orphans().then((findings) => findings.map(({ orphan }) => orphan))),
    removeOrphans: async () => {
      const gone: Orphan[] = [];
      for (const finding of await explainErrors(orphans())) {
        const orphan = await explainErrors(removeOrphan(finding));
        if (orphan !== undefined) gone.push(orphan);
      }
      return gone;
    },
  };
}

async function measureRuns(root: string): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  for (const id of await listRunFolders(root)) {
    const folder = runFolder(root, id);
    if (existsSync(folder.head)) all.set(id, sumFileBytes(await listFilesIn(folder.path)));
  }
  return all;
}

/** A file with two names takes its space once. */
function sumFileBytes(files: readonly StoredFile[]): number {
  return [...new Map(files.map(({ inode, bytes }) => [inode, bytes])).values()].reduce((sum, bytes) => sum + bytes, 0);
}

function isYoung(files: readonly StoredFile[]): boolean {
  // The lock may belong to this process.
  const others = files.filter(({ name }) => name !== 'lock');
  const isBeingMade = others.every(({ name }) => !name.startsWith('events') && !name.includes('/'));
  return isBeingMade && others.some(({ changedAt }) => Date.now() - changedAt < youth);
}

/** Whether an empty folder was made for a run, and not just now. */
async function isAbandoned(id: string, path: string): Promise<boolean> {
  if (!runIdForm.test(id)) return false;
  const changedAt = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
  return Math.min(readRunIdTime(id) ?? changedAt, changedAt) < Date.now() - youth;
}

/** The empty folders within a folder. */
async function removeEmptyFolders(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  for (const folder of folders.sort((one, other) => other.length - one.length)) await rmdir(folder).catch(() => {});
}
