import type { Result } from '@/base/result';

/** The right to run an execution. */
export interface RunHold {
  release(): void;
  /** Aborted when it was taken away by {@link RunLocks.steal}. */
  readonly lost: AbortSignal;
}

/** Who has the right to run an execution. */
export interface RunHolder {
  /** As it stands in a sentence: `another tab`, `process 12 on ada`. */
  readonly name: string;
  /** What a person can do who wants to run it here. */
  readonly advice: string;
}

/** Port: what sees to it that one tab, or one process, at a time runs an execution. */
export interface RunLocks {
  /** The right to run it, or who else has it, still after `waitMs` (default 0). */
  hold(executionId: string, waitMs?: number): Promise<Result<RunHold, RunHolder>>;
  /** Takes the right from whoever has it, or tells who cannot be made to let go. */
  steal(executionId: string): Promise<Result<RunHold, RunHolder>>;
  /** Who has it, be it this process; undefined: nobody. */
  holder(executionId: string): Promise<RunHolder | undefined>;
}
