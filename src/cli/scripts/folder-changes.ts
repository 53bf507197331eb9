import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The most files compared: more would take longer than most scripts. */
const mostFiles = 5000;

/** Folders that are skipped: they have many files, which are not a person's work. */
const passedOver: ReadonlySet<string> = new Set(['.git', 'node_modules', '.heddle']);

/** What of a folder is compared. */
export interface WatchOptions {
  /** Folders to skip, by absolute path. */
  readonly except?: readonly string[];
  /** The most files compared. Default: {@link mostFiles}. */
  readonly most?: number;
}

/** What is known of a file. */
export interface ListedFile {
  /** Changes when the file is written. */
  readonly mark: string;
  readonly isFile: boolean;
  readonly bytes: number;
  /** When it was last changed, in ms, by the system's clock. */
  readonly at: number;
}

/** The files of a folder by their paths in it (`/notes/a.md`). */
type Listing = ReadonlyMap<string, ListedFile>;

/** A folder being watched, and the others that were watched at the same time. Times in ms. */
interface Watch {
  readonly folder: string;
  readonly from: number;
  to: number;
  readonly neighbours: Set<Watch>;
}

const watches = new Set<Watch>();

/** By how much the system's times of files may lag behind the clock, in ms. */
const lagMs = 20;

/**
 * Lists a folder, and returns a function that lists it again and returns the paths of files that were created, changed
 * or removed since, in order. Call it once. Null: not known, because there are too many, or because something changed
 * while another script ran in the folder, which may have done it. A changed file is recognised by its size and
 * modification time, not by its content. Each listing blocks the process, for about ten milliseconds for a thousand
 * files.
 */
export function watchFolder(folder: string, options: WatchOptions = {}): () => readonly string[] | null {
  const changes = listChanges(folder, options);
  const watch = startWatch(folder);
  return () => {
    watches.delete(watch);
    watch.to = Date.now();
    const changed = changes();
    if (changed === undefined) return null;
    return [...changed.values()].some((file) => isShared(watch, file)) ? null : [...changed.keys()];
  };
}

/**
 * Lists a folder, and returns a function that lists it again and returns what was created, changed or removed since,
 * whoever did it, in order of the paths. Undefined: there are too many files.
 */
export function listChanges(
  folder: string,
  options: WatchOptions,
): () => ReadonlyMap<string, ListedFile | undefined> | undefined {
  const before = listFolder(folder, options);
  return () => {
    const after = before && listFolder(folder, options);
    return before === undefined || after === undefined ? undefined : findDifferences(before, after);
  };
}

function startWatch(folder: string): Watch {
  const watch: Watch = { folder, from: Date.now(), to: Number.POSITIVE_INFINITY, neighbours: new Set() };
  for (const other of watches) {
    if (!isWithinFolder(folder, other.folder) && !isWithinFolder(other.folder, folder)) continue;
    watch.neighbours.add(other);
    other.neighbours.add(watch);
  }
  watches.add(watch);
  return watch;
}

/** Whether another script may have changed a file. When a file was removed is not known. */
function isShared({ neighbours }: Watch, file: ListedFile | undefined): boolean {
  return [...neighbours].some(({ from, to }) => file === undefined || (file.at >= from - lagMs && file.at <= to));
}

function isWithinFolder(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}${sep}`);
}

function findDifferences(before: Listing, after: Listing): ReadonlyMap<string, ListedFile | undefined> {
  const written = [...after].filter(([path, { mark }]) => before.get(path)?.mark !== mark).map(([path]) => path);
  const removed = [...before.keys()].filter((path) => !after.has(path));
  return new Map([...written, ...removed].sort().map((path) => [path, after.get(path)]));
}

/** Undefined if there are too many files. */
function listFolder(folder: string, options: WatchOptions): Listing | undefined {
  const found = new Map<string, ListedFile>();
  return walkFolder(folder, '', options, found) ? found : undefined;
}

/**
 * Returns false once there are too many. Files that disappear during the listing, or that may not be read, are left
 * out.
 */
function walkFolder(root: string, path: string, options: WatchOptions, found: Map<string, ListedFile>): boolean {
  const { except = [], most = mostFiles } = options;
  const folders: string[] = [];
  for (const entry of readEntries(join(root, path))) {
    const own = `${path}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!passedOver.has(entry.name) && !except.includes(join(root, own))) folders.push(own);
      continue;
    }
    if (found.size >= most) return false;
    const file = readListedFile(join(root, own));
    if (file !== undefined) found.set(own, file);
  }
  return folders.every((inner) => walkFolder(root, inner, options, found));
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function readListedFile(file: string): ListedFile | undefined {
  try {
    const stats = lstatSync(file);
    const { size, mtimeMs, ctimeMs, ino } = stats;
    return { mark: `${size} ${mtimeMs} ${ino}`, isFile: stats.isFile(), bytes: size, at: ctimeMs };
  } catch {
    return undefined;
  }
}
