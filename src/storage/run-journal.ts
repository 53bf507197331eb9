import type { RunLocks } from './run-locks';
import type { RunStores } from './stores';

/** Where a run was started from, as far as its plan does not contain it. */
export interface RunSource {
  /** Absolute path of the workflow; `-`: it was read from standard input. */
  readonly file: string;
  /** Hash of its text, which detects later changes. */
  readonly hash: string;
  /**
   * Hash of the plan of that text alone, without the settings of the command line: detects whether a change of the text
   * changes the plan.
   */
  readonly planHash?: string;
  /** The run came from a file, so nothing that was allowed for the workflow holds for it. */
  readonly imported?: true;
  /** Absolute path of the folder in which scripts run, and whose files tasks can read. */
  readonly folder: string;
  /** Absolute paths of files that inputs were given, by the paths under which tasks see them. Left out: none. */
  readonly givenFiles?: Readonly<Record<string, string>>;
}

/** Port: the runs of a command line. */
export interface RunJournal extends RunStores {
  readonly locks: RunLocks;
  readonly sources: {
    put(executionId: string, source: RunSource): Promise<void>;
    get(executionId: string): Promise<RunSource | undefined>;
  };
  /** Stores an artifact of a run as a file with its name. Error `FILE_REFUSED` if the name is not a valid file name. */
  keepOutput(executionId: string, name: string, pages: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Path of the file that holds a payload, for hard links to it; it ends in `.gz` if the file is gzip. Undefined if
   * there is no payload.
   */
  payloadFile(executionId: string, ref: string): Promise<string | undefined>;
  /** Ids of all runs, the most recently started first. No log is read. */
  ids(): Promise<readonly string[]>;
  /** Closes open files. */
  close(): void;
}
