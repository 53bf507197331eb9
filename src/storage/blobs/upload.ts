/** A page of a payload: its number, by which it is stored, and its bytes, unpacked. */
export interface PageEntry {
  readonly page: number;
  readonly bytes: number;
}

/**
 * Where the pages of one payload go while it is written. One call at a time. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
 */
export interface Upload {
  /**
   * Stores a page, in place of one of its number. `data` (packed, if the payload is) is not to be kept: it changes once
   * this has resolved. Final pages come before all others, in their order, and are neither read nor dropped again.
   */
  put(entry: PageEntry, data: Uint8Array, final: boolean): Promise<void>;
  /** What was put under this number. */
  read(page: number): Promise<Uint8Array>;
  drop(page: number): Promise<void>;
  /** Makes these pages, in this order, the payload of this hash; all are let go of if it is there already. */
  finish(hash: string, pages: readonly PageEntry[]): Promise<void>;
  /** Lets go of all pages. */
  discard(): Promise<void>;
}
