import type { RunLocks } from './run-locks';
import type { RunStores } from './stores';

/** What a run was started from, as far as its plan does not tell. */
export interface RunSource {
  /** Absolute path of the workflow; `-`: it came on standard input. */
  readonly file: string;
  /** Hash of its text, by which a later change is told. */
  readonly hash: string;
  /**
   * Hash of the plan of that text as it stands, without what the command line set: what a change of it means is told by
   * this.
   */
  readonly planHash?: string;
  /** Absolute path of the folder in which scripts run, and whose files tasks see. */
  readonly folder: string;
}

/** Port: the runs of a command line. */
export interface RunJournal extends RunStores {
  readonly locks: RunLocks;
  readonly sources: {
    put(executionId: string, source: RunSource): Promise<void>;
    get(executionId: string): Promise<RunSource | undefined>;
  };
  /** Keeps an artifact of a run as a file of its name. Error `FILE_REFUSED` for a name that is none of a file. */
  keepOutput(executionId: string, name: string, pages: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * The file that a payload is, for another name of it; its name ends in `.gz` if it is gzip. Undefined if it is none.
   */
  payloadFile(executionId: string, ref: string): Promise<string | undefined>;
  /** Ids of all runs, the one started last first. No log is read. */
  ids(): Promise<readonly string[]>;
  /** Lets go of open files. */
  close(): void;
}
