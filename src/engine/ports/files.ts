import type { FileEntry } from '@/workflow/file-repository';

/** Port: the files of a workflow, which its runs read and, where a tool is listed for it, write. Paths are absolute. */
export interface Files {
  /** In the order of their paths. */
  list(): Promise<readonly FileEntry[]>;
  /** Undefined if there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /**
   * The same page by page, in memory that does not grow with the file. Left out: files are at hand as wholes only. A
   * page is of any size, and is not held once the next is asked for.
   */
  pages?(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Makes or replaces a file. Errors: `STORAGE_FULL`, `STORAGE_FAILED`, `FILE_REFUSED` for a path that is not allowed.
   */
  write(path: string, content: Uint8Array): Promise<void>;
  /** No error if there is no such file. */
  remove(path: string): Promise<void>;
}
