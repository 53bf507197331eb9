/** Where the newest answer to a call stands. It only points there: the answer is read from the log of its run. */
export interface IndexedCall {
  /** See `hashCall`. */
  readonly hash: string;
  /** Id of the run whose log holds it, and the number of its event there. */
  readonly run: string;
  readonly seq: number;
  /** When it was answered, in ms since 1970. */
  readonly t: number;
  /** What it took then. USD; null: not known. */
  readonly costUsd: number | null;
  readonly tokens: number;
}

/** How much an index of calls holds. */
export interface CallIndexSize {
  readonly calls: number;
  /** Approximate bytes that it takes. The answers are in their runs, and count there. */
  readonly bytes: number;
}

/**
 * Port: which calls were answered in the runs of a store, by their hashes. It may be incomplete or wrong, because
 * everything in it can be built again from the logs: whoever finds a call checks it there. What is damaged, or of
 * another version, is emptied by the store when it is opened, so that it is built again.
 */
export interface CallIndex {
  /** The calls with these hashes, as far as there are any. */
  find(hashes: readonly string[]): Promise<ReadonlyMap<string, IndexedCall>>;
  /** Stores calls. Of two with one hash the one that was answered later stays; if both were at once, the new one. */
  put(calls: readonly IndexedCall[]): Promise<void>;
  /** Removes these calls, unless others have taken their places. */
  drop(calls: readonly Pick<IndexedCall, 'hash' | 'run' | 'seq'>[]): Promise<void>;
  /** The runs whose logs are in it, with the number of the last event that is. */
  marks(): Promise<ReadonlyMap<string, number>>;
  mark(run: string, lastSeq: number): Promise<void>;
  size(): Promise<CallIndexSize>;
  /** Removes all calls. The marks stay, so that they are not found in the same logs again. */
  empty(): Promise<void>;
}
