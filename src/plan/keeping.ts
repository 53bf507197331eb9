/**
 * When snapshots of a run are taken in addition to Heddle's own, so that a long run resumes quickly: after each task or
 * each step of a pipeline, after so many ms, or never (null). Not `enabled`: no snapshots at all.
 */
export interface PlannedCheckpoint {
  readonly enabled: boolean;
  readonly every: 'task' | 'step' | number | null;
}

/**
 * An ended run may be removed once it is older than `keepDays` and not among the last `keepLast` runs of its workflow.
 */
export interface PlannedRetention {
  readonly keepDays: number;
  readonly keepLast: number;
}
