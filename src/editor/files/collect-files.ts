import { fileLimits } from '@/workflow/file-repository';

/** A file that a person adds, and the path that it gets. */
export interface GivenFile {
  readonly path: string;
  readonly file: File;
}

/** The files that a person adds at once, and how many are left out. */
export interface GivenFiles {
  readonly files: readonly GivenFile[];
  readonly leftOut: { readonly large: number; readonly many: number; readonly hidden: number };
}

/** The most files and bytes that can be added at once. */
export const giveLimits = { count: 1000, bytes: 100 * 2 ** 20 } as const;

/** Whether a part of a path belongs to tools, not to the person. */
const isHidden = (name: string) => name.startsWith('.') || name === 'node_modules';

/** Files that were chosen in a dialog. Those of a folder keep their path within it. */
export function collectChosenFiles(chosen: Iterable<File>): GivenFiles {
  const all = [...chosen].map((file) => ({ path: `/${file.webkitRelativePath || file.name}`, file }));
  const seen = all.filter(({ path }) => !path.split('/').slice(2).some(isHidden));
  return limitFiles(seen, { many: 0, hidden: all.length - seen.length });
}

/** Files and folders that were dropped. Call it at once in the event: the dropped items are gone after it. */
export function collectDroppedFiles(transfer: DataTransfer): Promise<GivenFiles> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const roots = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  return walkAll(roots.filter((root) => root !== null));
}

async function walkAll(roots: readonly (FileSystemEntry | File)[]): Promise<GivenFiles> {
  const found: GivenFile[] = [];
  const passed = { many: 0, hidden: 0 };
  const walkEntry = async (entry: FileSystemEntry): Promise<void> => {
    if (found.length >= giveLimits.count) passed.many += 1;
    else if (isFile(entry)) found.push({ path: entry.fullPath, file: await readEntryFile(entry) });
    else if (isFolder(entry)) {
      for await (const child of readEntries(entry)) {
        if (isHidden(child.name)) passed.hidden += 1;
        else await walkEntry(child);
      }
    }
  };
  for (const root of roots) {
    if (root instanceof File) found.push({ path: `/${root.name}`, file: root });
    else await walkEntry(root);
  }
  return limitFiles(found, passed);
}

/** The found files that fit the limits: none that is too large, and no more than can be added at once. */
function limitFiles(
  found: readonly GivenFile[],
  passed: { readonly many: number; readonly hidden: number },
): GivenFiles {
  const files: GivenFile[] = [];
  const leftOut = { ...passed, large: 0 };
  let bytes = 0;
  for (const given of found) {
    if (given.file.size > fileLimits.bytes) leftOut.large += 1;
    else if (files.length >= giveLimits.count || bytes + given.file.size > giveLimits.bytes) leftOut.many += 1;
    else {
      files.push(given);
      bytes += given.file.size;
    }
  }
  return { files, leftOut };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function readEntryFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** The entries of a folder. Its reader returns them in batches; the last one is empty. */
async function* readEntries(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    yield* batch;
  }
}
