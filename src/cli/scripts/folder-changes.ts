import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The most files compared: more would take longer than most scripts. */
const mostFiles = 5000;

/** Folders that are skipped: they have many files, which are not a person's work. */
const passedOver: ReadonlySet<string> = new Set(['.git', 'node_modules', '.heddle']);

interface WatchOptions {
  /** Folders to skip, by absolute path. */
  readonly except?: readonly string[];
  /** The most files compared. Default: {@link mostFiles}. */
  readonly most?: number;
}

/**
 * The files of a folder by their paths in it (`/notes/a.md`), each with a mark that changes when the file is written.
 */
type Listing = ReadonlyMap<string, string>;

/**
 * Lists a folder, and returns a function that lists it again and returns the paths of files that were created, changed
 * or removed since, in order; null: there are too many. A changed file is recognised by its size and modification time,
 * not by its content. Each listing blocks the process, for about ten milliseconds for a thousand files.
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

/** Undefined if there are too many files. */
function list(folder: string, options: WatchOptions): Listing | undefined {
  const found = new Map<string, string>();
  return walk(folder, '', options, found) ? found : undefined;
}

/**
 * Returns false once there are too many. Files that disappear during the listing, or that may not be read, are left
 * out.
 */
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
