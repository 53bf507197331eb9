import type { JournalPath } from '@/run/path';

/** What a person may do to the histories of a run while it goes on. Each resolves once it is on record. */
export interface HistoryCommands {
  /** Compacts what is not compacted yet, for the tasks to come. Error `VALIDATION_ERROR` if the run keeps no histories. */
  compact(): Promise<void>;
  /** Puts original messages back, by the journal paths of tasks or of what holds them. Errors as of `compact`. */
  restore(tasks: readonly JournalPath[]): Promise<void>;
}
