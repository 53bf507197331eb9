/**
 * When snapshots of a run are taken beside those that Heddle takes by itself, so that taking up a long run is quick:
 * after each task or each step of a pipeline, after so many ms, or at no other time (null). Not `enabled`: none at all.
 */
export interface PlannedCheckpoint {
  readonly enabled: boolean;
  readonly every: 'task' | 'step' | number | null;
}

/**
 * A run that has ended may be removed once it is older than so many days and is none of the last so many of its
 * workflow.
 */
export interface PlannedRetention {
  readonly keepDays: number;
  readonly keepLast: number;
}
