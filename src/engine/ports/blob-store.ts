/** Port: whole payloads that are too long for an event, by the SHA-256 of their bytes. */
export interface BlobStore {
  /** Resolves to the hash once stored. Storing the same text twice is one blob. */
  put(executionId: string, text: string): Promise<string>;
  get(executionId: string, hash: string): Promise<string | undefined>;
  /** Writes a payload bit by bit, in memory that does not grow with it. */
  open(executionId: string, options: BlobOptions): BlobWriter;
  /**
   * The bytes of a payload from `from` (default 0), page by page, in memory that does not grow with it; undefined if
   * there is none. A page is of any size. Errors while it is read: `DAMAGED_RECORD`.
   */
  stream(executionId: string, hash: string, from?: number): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** How many bytes a payload has; undefined if there is none. Cheap where it was written bit by bit. */
  size(executionId: string, hash: string): Promise<number | undefined>;
  /** No error if there is none. */
  remove(executionId: string, hash: string): Promise<void>;
}

/** How a payload is stored that is written bit by bit. */
export interface BlobOptions {
  /**
   * Most bytes that are kept: of more, the first and the last half, with a line between them, not counted, that says
   * what is missing.
   */
  readonly maxBytes: number;
  readonly compress: boolean;
}

/** A payload that is being written. */
export interface BlobWriter {
  /**
   * Takes bytes, which are not to be changed afterwards. Resolves when there is room for more. Errors: `STORAGE_FULL`,
   * `STORAGE_FAILED`.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends it. Resolves to its hash, and how many bytes are kept, once it is stored. */
  close(): Promise<{ readonly hash: string; readonly bytes: number }>;
  /** Lets go of what was written; no error. */
  abort(): Promise<void>;
}
