import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Makes or replaces a file bit by bit: until it is whole, what was there stays. Errors: those of `node:fs`, and of the pages. */
export function writeWhole(path: string, pages: AsyncIterable<Uint8Array>): Promise<void> {
  return asWhole(path, (fresh) => pipeline(pages, createWriteStream(fresh)));
}

/** Makes a file another name of one that is there, in place of what was there. Errors: those of `node:fs`, where they share no disk. */
export function linkWhole(path: string, existing: string): Promise<void> {
  return asWhole(path, (fresh) => link(existing, fresh));
}

async function asWhole(path: string, make: (fresh: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${randomUUID()}.tmp`;
  try {
    await make(fresh);
    await rename(fresh, path);
  } finally {
    // Also after a renaming: between two names of one file it does nothing.
    await rm(fresh, { force: true });
  }
}
