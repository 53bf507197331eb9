import { randomUUID } from 'node:crypto';
import { closeSync, createWriteStream, fsyncSync, openSync } from 'node:fs';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Makes or replaces a file bit by bit: until it is whole, what was there stays. Errors: those of `node:fs`, and of the
 * pages.
 */
export function writeWhole(path: string, pages: AsyncIterable<Uint8Array>): Promise<void> {
  return asWhole(path, (fresh) => pipeline(pages, createWriteStream(fresh)));
}

/**
 * Makes or replaces a file; what was there stays until the text is handed to the system. Errors: those of `node:fs`.
 */
export function writeWholeText(path: string, text: string): Promise<void> {
  return asWhole(path, (fresh) => writeFile(fresh, text, { flag: 'wx' }));
}

/**
 * Makes or replaces a file, and resolves once it is flushed to the disk: a crash leaves the one or the other. Errors:
 * those of `node:fs`.
 */
export async function writeFlushed(path: string, content: Uint8Array | string): Promise<void> {
  await asWhole(path, async (fresh) => {
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
 * Makes a file another name of one that is there, in place of what was there. Errors: those of `node:fs`, where they
 * share no disk.
 */
export function linkWhole(path: string, existing: string): Promise<void> {
  return asWhole(path, (fresh) => link(existing, fresh));
}

/** Flushes the names in a folder to the disk. */
export function flushFolder(path: string): void {
  // Some systems open no folders; there is nothing to flush there.
  const file = attempt(() => openSync(path, 'r'));
  if (file === undefined) return;
  attempt(() => fsyncSync(file));
  closeSync(file);
}

/** The name under which a file grows until it is whole. */
export function temporaryName(path: string): string {
  return `${path}.${randomUUID()}.tmp`;
}

async function asWhole(path: string, make: (fresh: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = temporaryName(path);
  try {
    await make(fresh);
    await rename(fresh, path);
  } finally {
    // Also after a renaming: between two names of one file it does nothing.
    await rm(fresh, { force: true });
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
