import { randomUUID } from 'node:crypto';
import { closeSync, createWriteStream, fsyncSync, openSync } from 'node:fs';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Creates or replaces a file from a stream: the old file stays until the new one is complete. Errors: those of
 * `node:fs`, and of the pages.
 */
export function writeWhole(path: string, pages: AsyncIterable<Uint8Array>): Promise<void> {
  return makeWhole(path, (fresh) => pipeline(pages, createWriteStream(fresh)));
}

/**
 * Creates or replaces a file; the old file stays until the text is passed to the system. Errors: those of `node:fs`.
 */
export function writeWholeText(path: string, text: string): Promise<void> {
  return makeWhole(path, (fresh) => writeFile(fresh, text, { flag: 'wx' }));
}

/**
 * Creates or replaces a file, and resolves once it is flushed to disk: after a crash there is either the old file or
 * the new one. Errors: those of `node:fs`.
 */
export async function writeFlushed(path: string, content: Uint8Array | string): Promise<void> {
  await makeWhole(path, async (fresh) => {
    const file = await open(fresh, 'wx');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
  });
  flushFolder(dirname(path));
}

/**
 * Makes a hard link to an existing file, replacing the old file at `path`. Errors: those of `node:fs` if the two are on
 * different disks.
 */
export function linkWhole(path: string, existing: string): Promise<void> {
  return makeWhole(path, (fresh) => link(existing, fresh));
}

/** Flushes the names in a folder to disk. */
export function flushFolder(path: string): void {
  // Some systems cannot open folders; nothing needs flushing there.
  const file = attemptWork(() => openSync(path, 'r'));
  if (file === undefined) return;
  attemptWork(() => fsyncSync(file));
  closeSync(file);
}

/** The name of a file until it is complete. */
export function createTemporaryName(path: string): string {
  return `${path}.${randomUUID()}.tmp`;
}

async function makeWhole(path: string, make: (fresh: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = createTemporaryName(path);
  try {
    await make(fresh);
    await rename(fresh, path);
  } finally {
    // Needed even after the rename: renaming one hard link of a file to another does nothing.
    await rm(fresh, { force: true });
  }
}

function attemptWork<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
