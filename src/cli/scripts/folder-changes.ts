import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Most files that are compared: to look at more would take longer than most scripts. */
const mostFiles = 5000;

/** Folders in which nothing is looked at: what is in them is many, and not the work of a person. */
const passedOver: ReadonlySet<string> = new Set(['.git', 'node_modules', '.heddle']);

interface WatchOptions {
  /** Folders that are passed over, by their absolute paths. */
  readonly except?: readonly string[];
  /** Most files that are compared. Default: {@link mostFiles}. */
  readonly most?: number;
}

/** The files of a folder as paths from it (`/notes/a.md`), with what changes when one is written. */
type Listing = ReadonlyMap<string, string>;

/**
 * Looks at a folder, and gives a function that tells which files were made, changed or removed since, in the order of
 * their paths; null: there are too many. A file is told by its size and the time at which it was written, not by its
 * content. Each look keeps the process busy, for about ten milliseconds for a thousand files.
 */
export function watchFolder(folder: string, options: WatchOptions = {}): () => readonly string[] | null {
  const before = list(folder, options);
  return () => {
    const after = before && list(folder, options);
    return before === undefined || after === undefined ? null : differences(before, after);
  };
}

function differences(before: Listing, after: Listing): readonly string[] {
  const written = [...after].filter(([path, mark]) => before.get(path) !== mark).map(([path]) => path);
  const removed = [...before.keys()].filter((path) => !after.has(path));
  return [...written, ...removed].sort();
}

/** Undefined if there are too many. */
function list(folder: string, options: WatchOptions): Listing | undefined {
  const found = new Map<string, string>();
  return walk(folder, '', options, found) ? found : undefined;
}

/** False once there are too many. What goes away while it is looked at, or may not be looked at, is not there. */
function walk(root: string, path: string, options: WatchOptions, found: Map<string, string>): boolean {
  const { except = [], most = mostFiles } = options;
  const folders: string[] = [];
  for (const entry of entriesOf(join(root, path))) {
    const own = `${path}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!passedOver.has(entry.name) && !except.includes(join(root, own))) folders.push(own);
      continue;
    }
    if (found.size >= most) return false;
    const mark = markOf(join(root, own));
    if (mark !== undefined) found.set(own, mark);
  }
  return folders.every((inner) => walk(root, inner, options, found));
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function markOf(file: string): string | undefined {
  try {
    const { size, mtimeMs, ino } = lstatSync(file);
    return `${size} ${mtimeMs} ${ino}`;
  } catch {
    return undefined;
  }
}
