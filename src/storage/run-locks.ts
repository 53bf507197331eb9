import type { Result } from '@/base/result';

/** The exclusive right to run an execution. */
export interface RunHold {
  release(): void;
  /** Aborted when {@link RunLocks.steal} takes the right away. */
  readonly lost: AbortSignal;
}

/** The tab or process that has the right to run an execution. */
export interface RunHolder {
  /** As used in a sentence: `another tab`, `process 12 on ada`. */
  readonly name: string;
  /** What a person can do to run it here instead. */
  readonly advice: string;
}

/** Port: makes sure that only one tab or process at a time runs an execution. */
export interface RunLocks {
  /** The right to run it; if another holder still has it after `waitMs` (default 0), that holder. */
  hold(executionId: string, waitMs?: number): Promise<Result<RunHold, RunHolder>>;
  /** Takes the right from its holder. An error names a holder from whom it cannot be taken. */
  steal(executionId: string): Promise<Result<RunHold, RunHolder>>;
  /** The current holder, which may be this process; undefined: there is none. */
  holder(executionId: string): Promise<RunHolder | undefined>;
}
