/** A file in a listing. */
export interface FileEntry {
  /** Absolute, such as `/notes/a.md`. */
  readonly path: string;
  readonly bytes: number;
}

/** A file to write. */
export interface FileContent {
  readonly path: string;
  readonly content: Uint8Array;
}

/** Limits of the files of a workflow: most bytes of one, and most files. */
export const fileLimits = { bytes: 20_000_000, count: 2000 } as const;

/**
 * Port: the files of workflows, which their runs read and write. Paths are brought into the form of
 * `normalizeFilePath`. Removing a workflow removes its files. Errors: `FILE_REFUSED` for a path, a size or a number
 * that is not allowed, `STORAGE_FULL`, `STORAGE_FAILED`, `DAMAGED_RECORD`.
 */
export interface FileRepository {
  /** Sorted by path. Reads no contents. */
  list(workflowId: string): Promise<readonly FileEntry[]>;
  /** Undefined if there is no such file. */
  read(workflowId: string, path: string): Promise<Uint8Array | undefined>;
  /**
   * Reads a file page by page, in memory that does not grow with the file. Left out if files can only be read as a
   * whole.
   */
  pages?(workflowId: string, path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Creates or replaces files: all, or none of them. */
  write(workflowId: string, files: readonly FileContent[]): Promise<void>;
  /** Missing files are no error. */
  remove(workflowId: string, paths: readonly string[]): Promise<void>;
}
