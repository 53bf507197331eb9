import { AppError } from '@/base/errors';
import type { JournalPath } from '@/run/journal-path';

/** What a person can do with the history of a running run. Each command resolves once it is recorded. */
export interface HistoryCommands {
  /** Compacts what is not compacted yet, for later tasks. Error: `VALIDATION_ERROR` if the run keeps no history. */
  compact(): Promise<void>;
  /**
   * Restores original messages, by the journal paths of tasks or of their containers. Errors like `compact`, and
   * `VALIDATION_ERROR` if nothing of these tasks is compacted.
   */
  restore(tasks: readonly JournalPath[]): Promise<void>;
}

/** The commands of a run without a history. */
export const noHistory: HistoryCommands = { compact: refuseHistoryCommand, restore: refuseHistoryCommand };

async function refuseHistoryCommand(): Promise<never> {
  throw new AppError('VALIDATION_ERROR', 'No agent of this workflow is sent a history, so none is kept.', {
    advice: 'Set context_transfer of an agent to full or summary.',
  });
}
