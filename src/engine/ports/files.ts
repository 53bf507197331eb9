import type { FileEntry } from '@/workflow/file-repository';

/**
 * Port: the files of a workflow. Its runs read them and, where a tool for it is listed, write them. Paths are absolute.
 */
export interface Files {
  /** In the order of their paths. */
  list(): Promise<readonly FileEntry[]>;
  /** Undefined if there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /**
   * The same content page by page, in memory that does not grow with the file. Left out: files can only be read as
   * wholes. Pages can be of any size; a page is released when the next one is requested.
   */
  pages?(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Creates or replaces a file. Errors: `STORAGE_FULL`, `STORAGE_FAILED`, `FILE_REFUSED` for a path that is not
   * allowed.
   */
  write(path: string, content: Uint8Array): Promise<void>;
  /** No error if there is no such file. */
  remove(path: string): Promise<void>;
}

/** A copy of files for one of several tries. Changes to it do not change the originals. */
export interface FileCopy extends Files {
  /** What was changed in it, by path. Undefined: removed. */
  changes(): Promise<ReadonlyMap<string, Uint8Array | undefined>>;
}
