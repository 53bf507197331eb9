/** Parts of File System Access (wicg.github.io/file-system-access) that the DOM types lack. */
interface Permitted {
  queryPermission(wish: { readonly mode: 'readwrite' }): Promise<PermissionState>;
  /** Only in a person's action. */
  requestPermission(wish: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

export type FileHandle = FileSystemFileHandle & Permitted;
export type FolderHandle = FileSystemDirectoryHandle & Permitted;

/** What is directly in a folder, by name. */
export function listChildren(folder: FolderHandle): AsyncIterable<[string, FileHandle | FolderHandle]> {
  return folder.entries() as unknown as AsyncIterable<[string, FileHandle | FolderHandle]>;
}

/** In Chromium from 133 on (developer.chrome.com/blog/file-system-observer). */
interface Observer {
  observe(handle: FileSystemHandle): Promise<void>;
  disconnect(): void;
}

interface WindowWithFiles {
  readonly FileSystemObserver?: new (onChange: () => void) => Observer;
  readonly showDirectoryPicker?: (options: {
    readonly mode: 'readwrite';
    readonly id: string;
  }) => Promise<FolderHandle>;
  readonly launchQueue?: { setConsumer(take: (launch: { readonly files?: readonly FileHandle[] }) => void): void };
}

/** The window, with what only some browsers have. */
export const withFiles = globalThis as unknown as WindowWithFiles;

/** Lets the person choose a folder; undefined if none was chosen. It must be called in a person's action. */
export async function pickFolder(): Promise<FolderHandle | undefined> {
  try {
    return await withFiles.showDirectoryPicker?.({ mode: 'readwrite', id: 'heddle' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

/** Whether a file or folder may be read and written. `asks`: the person is asked, if need be. */
export async function isPermitted(handle: Permitted, asks: boolean): Promise<boolean> {
  const wish = { mode: 'readwrite' } as const;
  if ((await handle.queryPermission(wish)) === 'granted') return true;
  return asks && (await handle.requestPermission(wish)) === 'granted';
}

/** Calls back when a file is changed, in browsers that report it. Returns a function that ends this. */
export function watchFile(handle: FileHandle, onChange: () => void): () => void {
  const { FileSystemObserver } = withFiles;
  if (FileSystemObserver === undefined) return () => undefined;
  const observer = new FileSystemObserver(onChange);
  // Some file systems report nothing: a regular look finds their changes.
  observer.observe(handle).catch(() => undefined);
  return () => observer.disconnect();
}
