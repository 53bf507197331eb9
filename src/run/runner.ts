import type { Failure } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { EventPage, EventQuery } from './event-query';
import type { RunEvent } from './events';
import type { IterationPage, IterationQuery } from './iteration-log';
import type { JournalPath } from './journal-path';
import type { ForkedFrom, RunState, RunStatus, RunTotals } from './run-state';

/** A run as it is listed. Times are ISO 8601. */
export interface Execution {
  readonly id: string;
  readonly workflowId: string;
  readonly name: string;
  readonly plan: Plan;
  readonly status: RunStatus;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly lastSeq: number;
  readonly totals: RunTotals;
  /** How many iterations it has logged (`run/iteration-log.ts`). */
  readonly iterations: number;
  /** What they took together, in ms; of one that is part of a round the round alone is counted. */
  readonly iterationMs: number;
  readonly forkedFrom?: ForkedFrom;
  /** Artifact of the last task, in the author's order, that has one. */
  readonly artifact?: { readonly path: string; readonly status: 'draft' | 'complete' | 'failed' };
}

/** A run in a list: of its plan, which may be large, only what a list shows. */
export interface RunEntry extends Omit<Execution, 'plan'> {
  readonly planHash: string;
  /** Whether its plan calls models, and all of them are simulated. */
  readonly simulated: boolean;
}

/** Text that streams from a model, live only: it is persisted when the reply is whole. */
export interface StreamDelta {
  readonly executionId: string;
  /** Journal path of the turn; a new path starts a new text. */
  readonly path: string;
  readonly text: string;
  /** Whether it is what the model thinks, not its answer. */
  readonly isReasoning?: true;
}

/** Calls of a run that wait for a limit of a provider. */
export interface WaitingCalls {
  /** Id of the provider, and its name for a person. */
  readonly provider: string;
  readonly label: string;
  readonly calls: number;
  /** About when the last of them is sent, in ms since 1970; null: that cannot be told. */
  readonly until: number | null;
}

/** What a follower of runs is told, in batches of at most one a frame. */
export interface RunUpdate {
  readonly executionId: string;
  readonly workflowId: string;
  readonly events: readonly RunEvent[];
  readonly deltas: readonly StreamDelta[];
  /**
   * Why a run that has not ended does not continue, where the log cannot tell: no room to store (`STORAGE_FULL`; it goes
   * on by itself once there is), or the engine gave up (a broken storage, a bug; it can be resumed). Null: it continues
   * again.
   */
  readonly failure?: Failure | null;
  /** What waits now for limits, live only: waiting is no part of what happened. Left out: as it was told before. */
  readonly waits?: readonly WaitingCalls[];
  /** Set when the run was removed with all that was stored of it. */
  readonly gone?: true;
}

/** A part of a payload. */
export interface PayloadPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of the whole payload. */
  readonly total: number;
}

/** A wish for a run that takes from an earlier one what still holds. */
export interface ForkRequest {
  readonly executionId: string;
  /** Number of the last event of it whose result is taken; left out: of all. */
  readonly seq?: number;
}

/**
 * Starts runs of plans: the part of an engine that is asked by what makes plans, so that none travels through the page.
 */
export interface PlanRunner {
  /** Starts a run of a plan. Resolves to the execution's id once `run.started` is durable. */
  start(request: { readonly workflowId: string; readonly plan: Plan }): Promise<string>;
  /** As {@link Runner.fork}, with another plan of the same workflow. */
  fork(wish: ForkRequest & { readonly plan?: Plan }): Promise<string>;
}

/**
 * Which runs that have ended may go: those older than so many days that are none of the last so many of their workflow.
 */
export interface CleanupRule {
  readonly keepDays: number;
  readonly keepLast: number;
}

/** What a cleanup removes, or would. */
export interface CleanupReport {
  readonly runs: readonly { readonly execution: Omit<Execution, 'plan'>; readonly bytes: number }[];
  /** What is stored of runs that are not there. */
  readonly orphans: readonly { readonly executionId: string; readonly bytes: number }[];
}

/** What is stored here, in bytes. */
export interface StorageUse {
  readonly runs: ReadonlyMap<string, number>;
  /** As the browser estimates it, of the whole page; undefined where it does not tell. */
  readonly usage: number | undefined;
  readonly quota: number | undefined;
  /** Whether the browser may throw it away when space is short; undefined where it does not tell. */
  readonly persistent: boolean | undefined;
}

/** Who runs an execution that has not ended. */
export type RunOwner = 'here' | 'elsewhere' | 'nobody';

/** A piece of a run as a file. */
export interface ExportedPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Ask with it for the next piece; null: this was the last. */
  readonly next: string | null;
}

/** The most bytes of a payload that are read in one call. */
export const maxPartBytes = 1_048_576;

/**
 * The port to an engine: met in-process (tests, command line) and by the worker. Events reach a follower only after
 * they are durable.
 */
export interface Runner {
  /**
   * Starts a run with the plan of an earlier one. Resolves to the id of the new one. Error `VALIDATION_ERROR` if the
   * earlier one is not there.
   */
  repeat(executionId: string): Promise<string>;
  /** Stops a run; what is done is kept. No error when it has ended. */
  cancel(executionId: string): Promise<void>;
  /**
   * Stops what is in flight and waits, however long, until {@link Runner.resume}. What is done is kept. No error when
   * it has ended.
   */
  pause(executionId: string): Promise<void>;
  /** Takes up a run that a person paused, or that did not continue. No error when it continues or has ended. */
  resume(executionId: string): Promise<void>;
  /**
   * Answers what a run asked (`input.requested`), by the path of the question: the text, or for a budget the new limit
   * as a number, or `stop`. Error `VALIDATION_ERROR` if the run does not continue here.
   */
  provideInput(executionId: string, path: JournalPath, answer: string): Promise<void>;
  /**
   * Compacts what of the history of a run is not compacted yet, for the tasks to come. Resolves once that is on record.
   * Error `VALIDATION_ERROR` if the run continues elsewhere or has ended, or if no agent of it is sent a history.
   */
  compact(executionId: string): Promise<void>;
  /**
   * Puts the original messages of tasks back, by their journal paths (of a task that holds others, those of all in it):
   * later tasks are sent them. Errors as of {@link Runner.compact}.
   */
  restore(executionId: string, tasks: readonly JournalPath[]): Promise<void>;
  /**
   * Takes up the runs that had not ended, unless a person paused them or another tab runs them. Resolves to those taken
   * up.
   */
  resumeUnfinished(): Promise<readonly string[]>;
  /**
   * Starts a run with the plan of an earlier one that takes, up to an event, every result of it that would be asked for
   * the same; only what is missing is paid. Resolves to the id of the new one. Errors: `VALIDATION_ERROR` if the
   * earlier one is not there.
   */
  fork(wish: ForkRequest): Promise<string>;
  /** Who runs an execution. */
  owner(executionId: string): Promise<RunOwner>;
  /**
   * Has a run that has not ended continue here: the tab that runs it is asked to release it, and if it does not answer within
   * three seconds it is taken from it. Resolves once it continues here, or has ended.
   */
  takeOver(executionId: string): Promise<void>;
  /**
   * Takes up a run that nobody runs, as of a tab that was closed, if it continues without a person: not one that a person
   * paused, nor one for which a key is missing or locked. Resolves to who runs it then.
   */
  takeUp(executionId: string): Promise<RunOwner>;
  /** Newest first, those from the one at `from` (default 0) on, at most `limit` (default all). */
  executions(workflowId: string, from?: number, limit?: number): Promise<readonly RunEntry[]>;
  /** Removes runs with all that is stored of them; those that continue are cancelled first. */
  remove(executionIds: readonly string[]): Promise<void>;
  /**
   * The state of a run as of an event (default: the last): folded from the newest snapshot before it. Undefined: there
   * is no such run.
   */
  stateAt(executionId: string, seq?: number): Promise<RunState | undefined>;
  /** A page of the events that are wanted, in either direction. */
  findEvents(executionId: string, query: EventQuery): Promise<EventPage>;
  /** A page of the iterations that are wanted, in either direction. */
  iterations(executionId: string, query: IterationQuery): Promise<IterationPage>;
  /** What is stored, of each run and in all. */
  storage(): Promise<StorageUse>;
  /**
   * Removes what a rule allows to go, of a workflow or (undefined) of all; with `dryRun` it is only told what that
   * would be.
   */
  cleanUp(workflowId: string | undefined, rule: CleanupRule, dryRun: boolean): Promise<CleanupReport>;
  /**
   * A run as JSONL, piece by piece, with its payloads if they are wanted: begin without `next`. No key and no secret is
   * in it.
   */
  exportRun(executionId: string, withPayloads: boolean, next?: string): Promise<ExportedPiece>;
  /**
   * Keeps a run that was exported as one of a workflow, under an id of its own; resolves to that. Error:
   * `VALIDATION_ERROR` with the number of the line that is wrong; nothing is kept then.
   */
  importRun(workflowId: string, file: Blob): Promise<string>;
  /** Events with `seq` of at least `from` (default 1), in order, at most `limit` (default 1,000). */
  readEvents(executionId: string, from?: number, limit?: number): Promise<readonly RunEvent[]>;
  /** A whole payload by the `ref` of an event. */
  readBlob(executionId: string, ref: string): Promise<string | undefined>;
  /**
   * The bytes of a payload from `fromByte` on, `bytes` of them (1 to {@link maxPartBytes}), fewer where it ends; they
   * may cut a character in two. Undefined if there is no such payload. Error: `DAMAGED_RECORD`.
   */
  readBlobPart(executionId: string, ref: string, fromByte: number, bytes: number): Promise<PayloadPart | undefined>;
}
