/**
 * A snapshot of a run at one of its events. With it the run can be resumed, and shown, without reading its whole log.
 */
export interface RunSnapshot {
  /** Number of the last event that it includes. */
  readonly seq: number;
  readonly planHash: string;
  /** JSON of what the evaluator needs from the log (`engine/log/history-fold.ts`). */
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

/** Port: snapshots of runs, each with a checksum. */
export interface RunSnapshotStore {
  /**
   * Stores a snapshot and deletes all but the newest three. Resolves to its stored size in bytes, once it is flushed to
   * disk; after a crash before that, the earlier ones are still there. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
   */
  save(executionId: string, checkpoint: RunSnapshot): Promise<number>;
  /**
   * A part of the newest intact snapshot whose `seq` is at most `upTo` (default: any); undefined if there is none.
   * `damaged`: `seq` of the snapshots that were skipped because they are damaged.
   */
  load(
    executionId: string,
    part: 'history' | 'view',
    upTo?: number,
  ): Promise<{ readonly found: RunSnapshotPart | undefined; readonly damaged: readonly number[] }>;
}
