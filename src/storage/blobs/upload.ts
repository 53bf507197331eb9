/** A page of a payload: the number under which it is stored, and its unpacked bytes. */
export interface PageEntry {
  readonly page: number;
  readonly bytes: number;
}

/** A page as the record of its payload has it. */
export function encodePageEntry({ page, bytes }: PageEntry): [number, number] {
  return [page, bytes];
}

/**
 * Stores the pages of one payload while it is written. Calls must not overlap. Errors: `STORAGE_FULL`,
 * `STORAGE_FAILED`.
 */
export interface Upload {
  /**
   * Stores a page, replacing one with the same number. `data` (compressed, if the payload is) must not be retained: it
   * changes once this has resolved. Final pages come before all others, in order, and are never read or dropped.
   */
  put(entry: PageEntry, data: Uint8Array, final: boolean): Promise<void>;
  /** The data stored under this number. */
  read(page: number): Promise<Uint8Array>;
  drop(page: number): Promise<void>;
  /** Makes these pages, in this order, the payload of this hash; if that payload exists already, they are removed. */
  finish(hash: string, pages: readonly PageEntry[]): Promise<void>;
  /** Removes all pages. */
  discard(): Promise<void>;
}
