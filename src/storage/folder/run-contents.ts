import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isMissing } from './file-error';

/** A file in the folder of a run. */
export interface StoredFile {
  readonly path: string;
  /** Path within the folder, with `/`. */
  readonly name: string;
  readonly bytes: number;
  readonly inode: number;
  /** ms since 1970. */
  readonly changedAt: number;
}

const unique = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const payload = '[0-9a-f]{64}(\\.gz)?';

/** Names of files until they are complete: of small files, artifacts, payloads, and locks. */
const leftover = [
  new RegExp(`\\.${unique}\\.tmp$`),
  new RegExp(`^blobs/(${unique}(-\\d+)?|${payload}\\.\\d+-\\d+)\\.tmp$`),
  /^lock(\.clearing)?\.\d+$/,
  /^lock\.clearing$/,
];
const own = [
  /^(run|plan|source|standing|annotations|iterations)\.json$/,
  /^lock$/,
  /^events(-damaged)?(-\d+){0,2}\.jsonl(\.gz)?$/,
  /^checkpoints\/\d+\.jsonl\.gz$/,
  new RegExp(`^blobs/${payload}$`),
  /^outputs\//,
  ...leftover,
];

/** Whether a crash left this file before it was complete. */
export function isLeftover({ name }: StoredFile): boolean {
  return leftover.some((form) => form.test(name));
}

/** Whether a file is one of those that a run consists of. */
export function isRunsOwn({ name }: StoredFile): boolean {
  return own.some((form) => form.test(name));
}

/**
 * All files in a folder and its subfolders; links are not followed. Files that disappear in the meantime are left out.
 */
export async function listFilesIn(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const stats = await lstat(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (stats === undefined) continue;
    const name = relative(folder, path).split(sep).join('/');
    files.push({ path, name, bytes: stats.size, inode: stats.ino, changedAt: stats.mtimeMs });
  }
  return files;
}
