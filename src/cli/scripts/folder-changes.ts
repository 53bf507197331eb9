import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Most files that are compared: to look at more would take longer than most scripts. */
export const mostFiles = 5000;

/** Folders in which nothing is looked at: what is in them is many, and not the work of a person. */
const passedOver: ReadonlySet<string> = new Set(['.git', 'node_modules', '.heddle']);

/** The files of a folder as paths from it (`/notes/a.md`), with what changes when one is written. */
type Listing = ReadonlyMap<string, string>;

/**
 * Looks at a folder, and gives a function that tells which files were made, changed or removed since, in the order of their paths; null: there
 * are too many. A file is told by its size and the time at which it was written, not by its content. `except`: a folder that is passed over.
 */
export async function watchFolder(folder: string, except?: string): Promise<() => Promise<readonly string[] | null>> {
  const before = await list(folder, except);
  return async () => {
    const after = before && (await list(folder, except));
    return before === undefined || after === undefined ? null : differences(before, after);
  };
}

function differences(before: Listing, after: Listing): readonly string[] {
  const written = [...after].filter(([path, mark]) => before.get(path) !== mark).map(([path]) => path);
  const removed = [...before.keys()].filter((path) => !after.has(path));
  return [...written, ...removed].sort();
}

/** Undefined if there are too many. */
async function list(folder: string, except: string | undefined): Promise<Listing | undefined> {
  const found = new Map<string, string>();
  return (await walk(folder, '', except, found)) ? found : undefined;
}

/** False once there are too many. What goes away while it is looked at is not there. */
async function walk(
  root: string,
  path: string,
  except: string | undefined,
  found: Map<string, string>,
): Promise<boolean> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => []);
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of entries) {
    const own = `${path}/${entry.name}`;
    if (!entry.isDirectory()) files.push(own);
    else if (!passedOver.has(entry.name) && join(root, own) !== except) folders.push(own);
  }
  if (found.size + files.length > mostFiles) return false;
  await Promise.all(
    files.map(async (file) => {
      const stats = await lstat(join(root, file)).catch(() => undefined);
      if (stats !== undefined) found.set(file, `${stats.size} ${stats.mtimeMs} ${stats.ino}`);
    }),
  );
  for (const inner of folders) if (!(await walk(root, inner, except, found))) return false;
  return true;
}
