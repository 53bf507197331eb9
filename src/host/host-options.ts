import type { AppError, Failure } from '@/base/errors';
import type { EngineDeps } from '@/engine/deps';
import type { Files } from '@/engine/ports/files';
import type { SecretOf } from '@/engine/ports/machine';
import type { Person } from '@/engine/ports/person';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { ToolClient } from '@/engine/ports/tool-client';
import type { Plan } from '@/plan/plan';
import type { RunEvent } from '@/run/events';
import type { Execution, StreamDelta, WaitingCalls } from '@/run/runner';
import type { RunLocks } from '@/storage/run-locks';
import type { RunStores } from '@/storage/stores';
import type { Reuse } from '@/workflow/reuse';
import type { CallBook } from './call-book';

/** What a host makes of its options once, for all its runs. */
export interface EquippedHost extends RunHostOptions {
  readonly callBook: CallBook;
}

/** The ids by which a listener knows a run. */
export interface RunName {
  readonly executionId: string;
  readonly workflowId: string;
}

/** Port: receives what happens in runs, as it happens. */
export interface RunListener {
  /** Durable events, in order. */
  events(run: RunName, events: readonly RunEvent[]): void;
  delta(run: RunName, delta: StreamDelta): void;
  waits(run: RunName, waits: readonly WaitingCalls[]): void;
  /**
   * The run waits for something that its log cannot express: space in the storage, or code that loads later. Null: it
   * continues.
   */
  hindered(run: RunName, failure: Failure | null): void;
  /** The engine gave up a run that has not ended. The run can be resumed. */
  gaveUp(run: RunName, failure: Failure): void;
  /** A person changed the annotations of a run. */
  annotated(run: RunName): void;
  /** A run was removed with everything stored for it. */
  gone(run: RunName): void;
}

/** What the runs of a process share. A page, a terminal and a server each provide these in their own way. */
export interface RunHostOptions extends Pick<EngineDeps, 'models' | 'clock' | 'random' | 'catalogue' | 'tokens'> {
  readonly stores: RunStores;
  /** The secrets of the machine that a run may send, asked for each time it begins here. */
  readonly openRunSecrets: (run: Execution) => SecretOf | Promise<SecretOf>;
  readonly locks: RunLocks;
  /** Tools of one run. The connections they open belong to the run and close with it. */
  readonly tools: (run: Execution) => ToolClient;
  readonly scripts: (run: Execution) => ScriptRunner;
  readonly files: (run: Execution) => Files;
  readonly listener: RunListener;
  readonly newId: () => string;
  /** Which runs answer the calls of runs that do not say it themselves. Left out: the one that is continued. */
  readonly reuse?: Reuse;
  /** The address of a provider, if a person set it; left out, or undefined: that of its maker. */
  readonly addressOf?: (provider: string) => string | undefined;
  /** Answers the questions of runs; left out: questions wait for `provideInput`. */
  readonly person?: Person;
  /** Why a plan cannot run in this process; left out: every plan can. */
  readonly refusal?: (plan: Plan, workflowId: string) => AppError | undefined;
  /**
   * Whether an error means that code could not be fetched, in which case the run waits for it; left out: no error does.
   */
  readonly isNotFetched?: (error: unknown) => boolean;
  /** Whether a run is one of a server, which this process only follows; left out: none is. It is never run here. */
  readonly isFollowed?: (executionId: string) => Promise<boolean>;
  /** Asks the process that runs an execution to release it; left out: no process can be asked. */
  readonly askToLeave?: (executionId: string) => void;
  /** How long to wait for a process that was asked to release a run, in ms. Default: 3,000. */
  readonly patienceMs?: number;
}
