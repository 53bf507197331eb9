import type { Annotations } from '../annotations';
import type { JournalPath } from '../journal-path';
import type { ListedStatus } from '../listed-status';
import type { RunTotals } from '../run-state';
import type { TextRole } from './searched-texts';

/** A run that a search found. */
export interface FoundRun {
  readonly id: string;
  readonly workflowId: string;
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly lastSeq: number;
  readonly totals: RunTotals;
  readonly annotations?: Annotations;
  readonly status: ListedStatus;
  readonly isDry?: true;
  /** Its number among the runs of its workflow, from 1 for the oldest. Dry runs are counted apart. */
  readonly number: number;
}

/** A place in a run that a search found. */
export interface FoundText {
  /** Number of the event that has the text. */
  readonly seq: number;
  readonly path: JournalPath;
  /** `task`: the event is the last one of a task that was searched without a text. */
  readonly role: TextRole | 'task';
  /** The model of a call. */
  readonly model?: string;
  /** The words that were found, in their context; empty for a task. */
  readonly snippet: string;
}

/** How far a search is. */
export interface SearchProgress {
  /** Runs that were searched. */
  readonly runs: number;
  /** Texts of which only the start was searched, because they are no longer stored, and how many runs have such. */
  readonly goneTexts: number;
  readonly goneRuns: number;
  /** Runs that could not be read, or not whole. */
  readonly damagedRuns: number;
}

/** What a search sends as it goes on: found places of a run, of which earlier messages may have had some. */
export interface SearchNews {
  readonly found: readonly {
    readonly run: FoundRun;
    readonly texts: readonly FoundText[];
    readonly hasMore: boolean;
  }[];
  readonly progress: SearchProgress;
}

/** How a search ended: all was searched, or it found as many places as it gives at most. */
export interface SearchSummary extends SearchProgress {
  readonly isWhole: boolean;
}

/** The most places that a search gives: of a run, and in all. */
export const searchLimits = { ofRun: 20, places: 2000, runs: 1000 } as const;
