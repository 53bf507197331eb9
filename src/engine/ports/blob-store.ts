/** Port: payloads that are too long for an event, stored as wholes under the SHA-256 of their bytes. */
export interface BlobStore {
  /** Resolves to the hash once stored. Storing the same text twice makes one blob. */
  put(executionId: string, text: string): Promise<string>;
  get(executionId: string, hash: string): Promise<string | undefined>;
  /** Writes a payload piece by piece, in memory that does not grow with it. */
  open(executionId: string, options: BlobOptions): BlobWriter;
  /**
   * The bytes of a payload from `from` (default 0), page by page, in memory that does not grow with it; undefined if
   * there is none. Pages can be of any size. Error while it is read: `DAMAGED_RECORD`.
   */
  stream(executionId: string, hash: string, from?: number): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Size of a payload in bytes; undefined if there is none. Cheap if it was written piece by piece. */
  size(executionId: string, hash: string): Promise<number | undefined>;
  /** No error if there is none. */
  remove(executionId: string, hash: string): Promise<void>;
}

/** How a payload that is written piece by piece is stored. */
export interface BlobOptions {
  /**
   * Most bytes that are kept. Of a longer payload the first and the last half are kept, with a line between them that
   * says what is missing. The line does not count.
   */
  readonly maxBytes: number;
  readonly compress: boolean;
}

/** A payload that is being written. */
export interface BlobWriter {
  /**
   * Takes bytes, which must not change until it resolves: when they are copied, and there is room for more. Errors:
   * `STORAGE_FULL`, `STORAGE_FAILED`.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the payload. Resolves to its hash and the number of bytes kept, once it is stored. */
  close(): Promise<{ readonly hash: string; readonly bytes: number }>;
  /** Discards what was written. Never fails. */
  abort(): Promise<void>;
}
