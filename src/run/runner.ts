import type { Failure } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { RunEvent } from './events';
import type { JournalPath } from './path';
import type { RunStatus, RunTotals } from './run-state';

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
  /** Artifact of the last task, in the author's order, that has one. */
  readonly artifact?: { readonly path: string; readonly status: 'draft' | 'complete' | 'failed' };
}

/** Text that streams from a model, live only: it is persisted when the reply is whole. */
export interface StreamDelta {
  readonly executionId: string;
  /** Journal path of the turn; a new path starts a new text. */
  readonly path: string;
  readonly text: string;
}

/** What a follower of runs is told, in batches of at most one a frame. */
export interface RunUpdate {
  readonly executionId: string;
  readonly workflowId: string;
  readonly events: readonly RunEvent[];
  readonly deltas: readonly StreamDelta[];
  /**
   * Why a run that has not ended does not go on, where the log cannot tell: no room to store (`STORAGE_FULL`; it goes on by
   * itself once there is), or the engine gave up (a broken storage, a bug; it can be resumed). Null: it goes on again.
   */
  readonly failure?: Failure | null;
}

/** A part of a payload. */
export interface PayloadPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of the whole payload. */
  readonly total: number;
}

/** Most bytes of a payload that are read in one call. */
export const maxPartBytes = 1_048_576;

/**
 * The port to an engine: met in-process (tests, command line) and by the worker. Events reach a follower only after they are
 * durable.
 */
export interface Runner {
  /** Starts a run of a plan. Resolves to the execution's id once `run.started` is durable. */
  start(request: { readonly workflowId: string; readonly plan: Plan }): Promise<string>;
  /** Stops a run; what is done is kept. No error when it has ended. */
  cancel(executionId: string): Promise<void>;
  /** Stops what is in flight and waits, however long, until {@link Runner.resume}. What is done is kept. No error when it has ended. */
  pause(executionId: string): Promise<void>;
  /** Takes up a run that a person paused, or that did not go on. No error when it goes on or has ended. */
  resume(executionId: string): Promise<void>;
  /**
   * Answers what a run asked (`input.requested`), by the path of the question: the text, or for a budget the new limit as a
   * number, or `stop`. Error `VALIDATION_ERROR` if the run does not go on here.
   */
  provideInput(executionId: string, path: JournalPath, answer: string): Promise<void>;
  /**
   * Compacts what of the history of a run is not compacted yet, for the tasks to come. Resolves once that is on record. Error
   * `VALIDATION_ERROR` if the run goes on elsewhere or has ended, or if no agent of it is sent a history.
   */
  compact(executionId: string): Promise<void>;
  /**
   * Puts the original messages of tasks back, by their journal paths (of a task that holds others, those of all in it): later tasks are
   * sent them. Errors as of {@link Runner.compact}.
   */
  restore(executionId: string, tasks: readonly JournalPath[]): Promise<void>;
  /** Takes up the runs that had not ended, unless a person paused them or another tab runs them. Resolves to those taken up. */
  resumeUnfinished(): Promise<readonly string[]>;
  /** Newest first. */
  executions(workflowId: string): Promise<readonly Execution[]>;
  /** Events with `seq` of at least `from` (default 1), in order, at most `limit` (default 1,000). */
  readEvents(executionId: string, from?: number, limit?: number): Promise<readonly RunEvent[]>;
  /** A whole payload by the `ref` of an event. */
  readBlob(executionId: string, ref: string): Promise<string | undefined>;
  /**
   * The bytes of a payload from `fromByte` on, `bytes` of them (1 to {@link maxPartBytes}), fewer where it ends; they may cut a character in
   * two. Undefined if there is no such payload. Error: `DAMAGED_RECORD`.
   */
  readBlobPart(executionId: string, ref: string, fromByte: number, bytes: number): Promise<PayloadPart | undefined>;
}
