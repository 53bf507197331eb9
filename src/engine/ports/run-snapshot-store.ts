/** A snapshot of a run as of an event of it, with which it can be taken up, and shown, without its whole log. */
export interface RunSnapshot {
  /** Number of the last event that is in it. */
  readonly seq: number;
  readonly planHash: string;
  /** JSON of what the evaluator needs of the log (`engine/log/history-fold.ts`). */
  readonly history: string;
  /** JSON of the state of the run (`run/state-json.ts`). */
  readonly view: string;
}

/** One part of a snapshot. */
export interface RunSnapshotPart {
  readonly seq: number;
  readonly planHash: string;
  readonly json: string;
}

/** Port: snapshots of runs, with a checksum each. */
export interface RunSnapshotStore {
  /**
   * Keeps a snapshot and lets go of all but the newest three. Resolves to its size in bytes, as it is stored, once it
   * is flushed to disk; a crash before leaves those that were there. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
   */
  save(executionId: string, checkpoint: RunSnapshot): Promise<number>;
  /**
   * A part of the newest sound snapshot whose `seq` is at most `upTo` (default: any); undefined if there is none.
   * `damaged`: numbers of those that were passed over.
   */
  load(
    executionId: string,
    part: 'history' | 'view',
    upTo?: number,
  ): Promise<{ readonly found: RunSnapshotPart | undefined; readonly damaged: readonly number[] }>;
}
