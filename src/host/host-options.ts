import type { AppError, Failure } from '@/base/errors';
import type { EngineDeps } from '@/engine/deps';
import type { Files } from '@/engine/ports/files';
import type { Person } from '@/engine/ports/person';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { ToolClient } from '@/engine/ports/tool-client';
import type { Plan } from '@/plan/plan';
import type { RunEvent } from '@/run/events';
import type { Execution, StreamDelta, WaitingCalls } from '@/run/runner';
import type { RunLocks } from '@/storage/run-locks';
import type { RunStores } from '@/storage/stores';

/** A run as its listener knows it. */
export interface RunName {
  readonly executionId: string;
  readonly workflowId: string;
}

/** Port: is called with what happens in runs, as it happens. */
export interface RunListener {
  /** Events that are durable, in order. */
  events(run: RunName, events: readonly RunEvent[]): void;
  delta(run: RunName, delta: StreamDelta): void;
  waits(run: RunName, waits: readonly WaitingCalls[]): void;
  /** What a run waits for and its log cannot say: room in the storage, code that is loaded later. Null: it goes on. */
  hindered(run: RunName, failure: Failure | null): void;
  /** Why the engine gave a run up that has not ended: it can be resumed. */
  gaveUp(run: RunName, failure: Failure): void;
  /** A run was removed with all that was stored of it. */
  gone(run: RunName): void;
}

/** What the runs of a process share, and how each reaches the world: a page, a terminal and a server differ in this. */
export interface RunHostOptions
  extends Pick<EngineDeps, 'models' | 'secretOf' | 'clock' | 'random' | 'catalogue' | 'tokens'> {
  readonly stores: RunStores;
  readonly locks: RunLocks;
  /** Tools of one run: what it opens at servers is its own, and ends with it. */
  readonly tools: (run: Execution) => ToolClient;
  readonly scripts: (run: Execution) => ScriptRunner;
  readonly files: (run: Execution) => Files;
  readonly listener: RunListener;
  readonly newId: () => string;
  /** Who answers what runs ask; left out: their questions wait for `provideInput`. */
  readonly person?: Person;
  /** Why a plan cannot run in this process, if so; left out: any can. */
  readonly refusal?: (plan: Plan) => AppError | undefined;
  /** Whether an error says that code could not be fetched, which a run then waits for; left out: none does. */
  readonly isNotFetched?: (error: unknown) => boolean;
  /** Asks whoever else runs an execution to let go of it; left out: nobody could be asked. */
  readonly askToLeave?: (executionId: string) => void;
  /** How long who is asked to let go of a run is waited for, in ms. Default: 3,000. */
  readonly patienceMs?: number;
}
