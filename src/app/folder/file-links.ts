import { type DBSchema, openDB } from 'idb';
import type { FileHandle, FolderHandle } from './file-system-access';

/** The file that a workflow follows. */
export interface FileLink {
  /** Id of the workflow. */
  readonly id: string;
  readonly handle: FileHandle;
  /** The folder that it was opened from; left out: it was opened alone. */
  readonly folder?: FolderHandle | undefined;
  /** Its path in the folder, or its name. */
  readonly path: string;
  /** The last text that both had. */
  readonly base: string;
}

interface Links extends DBSchema {
  readonly files: { readonly key: string; readonly value: FileLink };
  readonly folders: { readonly key: 'last'; readonly value: FolderHandle };
}

/** A database of its own: handles belong to the page, and no worker needs them. */
const openDatabase = () =>
  openDB<Links>('heddle.folders', 1, {
    upgrade: (database) => {
      database.createObjectStore('files', { keyPath: 'id' });
      database.createObjectStore('folders');
    },
  });
let opened: ReturnType<typeof openDatabase> | undefined;
const getDatabase = () => {
  opened ??= openDatabase();
  return opened;
};

/** Notes which file a workflow follows, and the text that both have. */
export async function putLink(link: FileLink): Promise<void> {
  await (await getDatabase()).put('files', link);
}

/** The file that a workflow follows; undefined: none. */
export async function readFileLink(id: string): Promise<FileLink | undefined> {
  return (await getDatabase()).get('files', id);
}

/** The workflow that follows a file; undefined: none. */
export async function linkTo(handle: FileHandle): Promise<FileLink | undefined> {
  for (const link of await (await getDatabase()).getAll('files')) {
    if (await link.handle.isSameEntry(handle)) return link;
  }
  return undefined;
}

/** Ends the following; file and workflow stay as they are. */
export async function removeLink(id: string): Promise<void> {
  await (await getDatabase()).delete('files', id);
}

/** The folder that was opened last. */
export async function readLastFolder(): Promise<FolderHandle | undefined> {
  return (await getDatabase()).get('folders', 'last');
}

export async function putLastFolder(folder: FolderHandle): Promise<void> {
  await (await getDatabase()).put('folders', folder, 'last');
}
