import { AppError } from '@/base/errors';
import type { JournalPath } from '@/run/journal-path';

/** What a person may do to the history of a run while it goes on. Each resolves once it is on record. */
export interface HistoryCommands {
  /**
   * Compacts what is not compacted yet, for the tasks to come. Error `VALIDATION_ERROR` if the run keeps no history.
   */
  compact(): Promise<void>;
  /**
   * Puts original messages back, by the journal paths of tasks or of what holds them. Errors as of `compact`, and
   * `VALIDATION_ERROR` if nothing of these tasks is compacted.
   */
  restore(tasks: readonly JournalPath[]): Promise<void>;
}

/** The commands of a run that keeps no history. */
export const noHistory: HistoryCommands = { compact: refused, restore: refused };

async function refused(): Promise<never> {
  throw new AppError('VALIDATION_ERROR', 'No agent of this workflow is sent a history, so none is kept.', {
    advice: 'Set context_transfer of an agent to full or summary.',
  });
}
