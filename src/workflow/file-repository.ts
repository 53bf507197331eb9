/** A file as it is listed. */
export interface FileEntry {
  /** Absolute, such as `/notes/a.md`. */
  readonly path: string;
  readonly bytes: number;
}

/** A file that is to be written. */
export interface FileContent {
  readonly path: string;
  readonly content: Uint8Array;
}

/** What the files of a workflow may be: most bytes of one, and most files. */
export const fileLimits = { bytes: 20_000_000, count: 2000 } as const;

/**
 * Port: the files of workflows, which their runs read and write. Paths are brought into the form of `filePath`. A
 * workflow that is removed takes its files with it. Errors: `FILE_REFUSED` for a path, a size or a number that is not
 * allowed, `STORAGE_FULL`, `STORAGE_FAILED`, `DAMAGED_RECORD`.
 */
export interface FileRepository {
  /** In the order of their paths. Reads no contents. */
  list(workflowId: string): Promise<readonly FileEntry[]>;
  /** Undefined if there is no such file. */
  read(workflowId: string, path: string): Promise<Uint8Array | undefined>;
  /** The same page by page, in memory that does not grow with the file; left out: files are at hand as wholes only. */
  pages?(workflowId: string, path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Makes or replaces files: all, or none of them. */
  write(workflowId: string, files: readonly FileContent[]): Promise<void>;
  /** No error for files that there are not. */
  remove(workflowId: string, paths: readonly string[]): Promise<void>;
}
