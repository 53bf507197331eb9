import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

/** The real path for a path in a folder, whether or not the file exists; undefined if links lead out of the folder. */
export async function resolveInside(folder: string, path: string): Promise<string | undefined> {
  const root = await realpath(folder);
  let existing = join(root, path);
  const missing: string[] = [];
  for (;;) {
    const real = await realpath(existing).catch(() => undefined);
    if (real !== undefined) {
      const resolved = join(real, ...missing);
      return resolved.startsWith(root === sep ? root : root + sep) ? resolved : undefined;
    }
    // A broken link: writing to it would create its target.
    if (await lstat(existing).catch(() => undefined)) return undefined;
    missing.unshift(basename(existing));
    existing = dirname(existing);
  }
}
