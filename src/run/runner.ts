import type { Failure } from '@/base/errors';
import type { Json, JsonObject } from '@/base/json';
import type { RunTargets } from '@/plan/partial/run-targets';
import type { Plan } from '@/plan/plan';
import type { PlanChange } from '@/plan/plan-changes';
import type { AnnotationChange, Annotations } from './annotations';
import type { RunComparison } from './compare/compare-runs';
import type { ComparedTexts, TextSides } from './compare/instance-texts';
import type { EventPage, EventQuery } from './event-query';
import type { RunEvent } from './events';
import type { IterationPage, IterationQuery } from './iteration-log';
import type { JournalPath } from './journal-path';
import type { ListedStatus } from './listed-status';
import type { RunEdit } from './run-edit';
import type { ForkedFrom, RunState, RunStatus, RunTotals } from './run-state';
import type { SearchNews, SearchSummary } from './search/found-run';
import type { RunQuery } from './search/run-query';

/** A run as it is listed. Times are ISO 8601. */
export interface Execution {
  readonly id: string;
  readonly workflowId: string;
  readonly name: string;
  readonly plan: Plan;
  readonly status: RunStatus;
  readonly startedAt: string;
  readonly endedAt?: string;
  /** See `computeWorkTime`. Left out: it has not ended, or is older than this field. */
  readonly durationMs?: number;
  readonly lastSeq: number;
  /** Calls that it made itself. */
  readonly totals: RunTotals;
  /** Calls of an earlier run whose results it took over; left out: none. */
  readonly takenOver?: RunTotals;
  /** The same by model, as `provider:name`; left out: not known, because the run is older than this field. */
  readonly byModel?: Readonly<Record<string, RunTotals>>;
  /** How many iterations it has logged (`run/iteration-log.ts`). */
  readonly iterations: number;
  /** Their total duration in ms. An iteration within a round is not counted again. */
  readonly iterationMs: number;
  readonly forkedFrom?: ForkedFrom;
  /** Set for a dry run, from which only another dry run takes anything. */
  readonly isDry?: true;
  /** Set for a run that came as a file: it answers no calls of other runs, because its answers may be a stranger's. */
  readonly imported?: true;
  /** The tasks that it was to run; left out: the whole workflow. */
  readonly targets?: RunTargets;
  /** Hash of the plan of the whole workflow, if it was to run only a part. */
  readonly wholeHash?: string;
  /** Labels of the machines that run it, where several share runs; left out: none. */
  readonly labels?: readonly string[];
  /** Hash of the request that started it, if that can be repeated; left out: it cannot. */
  readonly request?: string;
  /** Artifact of the last task that has one, in the author's order. */
  readonly artifact?: { readonly path: string; readonly status: 'draft' | 'complete' | 'failed' };
  /** What a person wrote about it; left out: nothing. */
  readonly annotations?: Annotations;
}

/** A run without its plan, which may be large. */
export interface ExecutionHead extends Omit<Execution, 'plan'> {
  /** Hash of its plan. */
  readonly planHash: string;
}

/** A value that a run was given. */
export interface GivenInput {
  readonly name: string;
  readonly value: Json;
}

/** A run in a list. A plan may be large, so only what a list shows of it is included. */
export interface RunEntry extends Omit<Execution, 'plan' | 'status' | 'wholeHash'> {
  readonly status: ListedStatus;
  /** Hash of the plan of the workflow, even if only a part of it ran. */
  readonly planHash: string;
}

/** Text that streams from a model. It is not stored until the reply is complete. */
export interface StreamDelta {
  readonly executionId: string;
  /** Journal path of the turn; a new path starts a new text. */
  readonly path: string;
  readonly text: string;
  /** Set if the text is the model's thinking, not its answer. */
  readonly isReasoning?: true;
  /**
   * The call that it is of: of another one at the same path the text begins anew, as after a connection that broke.
   * Left out: of the same as before.
   */
  readonly call?: string;
}

/** Calls of a run that wait for a limit of a provider. */
export interface WaitingCalls {
  /** Id of the provider, and its name for a person. */
  readonly provider: string;
  readonly label: string;
  readonly calls: number;
  /** Estimated time when the last of them is sent, in ms since 1970; null: not known. */
  readonly until: number | null;
}

/** What is sent to a subscriber of runs, in batches of at most one per frame. */
export interface RunUpdate {
  readonly executionId: string;
  readonly workflowId: string;
  readonly events: readonly RunEvent[];
  readonly deltas: readonly StreamDelta[];
  /**
   * Why an unfinished run has stopped, if the log cannot say: no free storage (`STORAGE_FULL`; the run continues by
   * itself once there is space), or the engine gave up (broken storage, a bug; the run can be resumed). Null: the run
   * continues.
   */
  readonly failure?: Failure | null;
  /**
   * The calls that wait for limits now. It is not stored, because waiting is not part of the log. Left out: as in the
   * last update.
   */
  readonly waits?: readonly WaitingCalls[];
  /** Set if a person changed the annotations of the run. */
  readonly annotated?: true;
  /** Set if the run was removed with everything stored for it. */
  readonly gone?: true;
}

/** A part of a payload. */
export interface PayloadPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of the whole payload. */
  readonly total: number;
}

/** A request for a fork: a run that reuses the results of an earlier one that are still valid. */
export interface ForkRequest {
  readonly executionId: string;
  /** `seq` of its last event whose result is reused; left out: all are. */
  readonly seq?: number;
  /** What a person wrote in place of what that run recorded; left out: nothing. */
  readonly edits?: readonly RunEdit[];
  /**
   * Whether what was recorded by then is taken whatever it was asked with: a prompt of another plan holds from there
   * on, such as from round 6 of a loop. Left out: only what the plan would ask in the same way.
   */
  readonly holds?: true;
}

/** The plan of a fork: that of the run that it is forked from, or that of the workflow as it is now. */
export type ForkPlan = 'own' | 'present';

/** A fork that runs at a server. With the present plan it may run only a part of the workflow, and be given inputs. */
export interface ForkAtServer extends ForkRequest {
  readonly plan: ForkPlan;
  readonly targets?: RunTargets;
  /** Values by name, in place of those of the earlier run; left out: its own hold. */
  readonly inputs?: JsonObject;
}

/** A fork that is foreseen: as it would be requested, without the texts that a person writes. */
export interface ForkOutline extends Omit<ForkRequest, 'edits'> {
  readonly plan: ForkPlan;
  readonly edits?: readonly Pick<RunEdit, 'path' | 'of'>[];
}

/**
 * Starts runs of plans: the part of an engine that the plan maker calls, so that plans need not travel through the
 * page.
 */
export interface PlanRunner {
  /** Starts a run of a plan. Resolves to the execution's id once `run.started` is durable. */
  start(request: { readonly workflowId: string; readonly plan: Plan }): Promise<string>;
  /** Like {@link Runner.fork}, but with another plan of the same workflow. */
  fork(request: ForkRequest & { readonly plan?: Plan }): Promise<string>;
}

/** Which ended runs may be removed: those older than `keepDays`, except the last `keepLast` of each workflow. */
export interface CleanupRule {
  readonly keepDays: number;
  readonly keepLast: number;
}

/** What a cleanup removes, or would remove. */
export interface CleanupReport {
  readonly runs: readonly { readonly execution: Omit<Execution, 'plan'>; readonly bytes: number }[];
  /** Stored data of runs that no longer exist. */
  readonly orphans: readonly { readonly executionId: string; readonly bytes: number }[];
}

/** Storage in use, in bytes. */
export interface StorageUse {
  readonly runs: ReadonlyMap<string, number>;
  /** The browser's estimate for the whole origin; undefined if it gives none. */
  readonly usage: number | undefined;
  readonly quota: number | undefined;
  /** Whether the browser keeps the data even when space is short; undefined if it does not say. */
  readonly persistent: boolean | undefined;
  /** How many answers of all runs can be reused, and the bytes that finding them takes; left out: not known. */
  readonly answers?: { readonly calls: number; readonly bytes: number };
}

/** Who runs an unfinished run. */
export type RunOwner = 'here' | 'elsewhere' | 'nobody';

/** A piece of an exported run file. */
export interface ExportedPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Pass it to get the next piece; null: this was the last. */
  readonly next: string | null;
}

/** Two stored runs beside each other, with what differs in their plans. */
export interface StoredComparison extends RunComparison {
  readonly changes: readonly PlanChange[];
}

/** The most bytes of a payload that one call reads. */
export const maxPartBytes = 1_048_576;

/**
 * The port to an engine. It is implemented in-process (tests, command line) and by the worker. Subscribers receive
 * events only after these are durable.
 */
export interface Runner {
  /**
   * Starts a run with the plan of an earlier one. Resolves to the new run's id. Error `VALIDATION_ERROR` if the earlier
   * run does not exist.
   */
  repeat(executionId: string): Promise<string>;
  /** Stops a run; results so far are kept. No error if it has ended. */
  cancel(executionId: string): Promise<void>;
  /**
   * Stops the calls in flight and pauses the run until {@link Runner.resume}, however long. Results so far are kept. No
   * error if it has ended.
   */
  pause(executionId: string): Promise<void>;
  /** Resumes a run that a person paused or that stopped. No error if it runs or has ended. */
  resume(executionId: string): Promise<void>;
  /**
   * Answers a question of a run (`input.requested`), by the path of the question. The answer is the text; for a budget,
   * the new limit as a number, or `stop`. Error `VALIDATION_ERROR` if the run does not run here.
   */
  provideInput(executionId: string, path: JournalPath, answer: string): Promise<void>;
  /**
   * Compacts the part of a run's history that is not compacted yet, for later tasks. Resolves once that is recorded.
   * Error `VALIDATION_ERROR` if the run is owned elsewhere or has ended, or if none of its agents is sent a history.
   */
  compact(executionId: string): Promise<void>;
  /**
   * Restores the original messages of tasks, by their journal paths (for a container, those of all tasks in it), so
   * that later tasks are sent them. Errors as for {@link Runner.compact}.
   */
  restore(executionId: string, tasks: readonly JournalPath[]): Promise<void>;
  /**
   * Resumes the unfinished runs, except those that a person paused or another tab runs. Resolves to the ids of the
   * resumed runs.
   */
  resumeUnfinished(): Promise<readonly string[]>;
  /**
   * Starts a run with the plan of an earlier one. It reuses, up to an event, every result of the earlier run whose
   * request is the same; only the rest is paid for. Resolves to the new run's id. Error `VALIDATION_ERROR` if the
   * earlier run does not exist.
   */
  fork(request: ForkRequest): Promise<string>;
  /** Who runs the run. */
  owner(executionId: string): Promise<RunOwner>;
  /**
   * Continues an unfinished run here. The tab that runs it is asked to release it; if it does not answer within three
   * seconds, the run is taken from it. Resolves once the run continues here, or has ended.
   */
  takeOver(executionId: string): Promise<void>;
  /**
   * Resumes a run that nobody runs, for example because its tab was closed, if it needs no person: not a run that a
   * person paused, nor one whose key is missing or locked. Resolves to who runs it then.
   */
  takeUp(executionId: string): Promise<RunOwner>;
  /** The runs of a workflow, newest first: at most `limit` (default: all), starting at position `from` (default 0). */
  executions(workflowId: string, from?: number, limit?: number): Promise<readonly RunEntry[]>;
  /** The inputs that a run was given; empty: its workflow declares none, or the run does not exist. */
  givenInputs(executionId: string): Promise<readonly GivenInput[]>;
  /**
   * Changes what a person wrote about a run, whoever runs it. Error `VALIDATION_ERROR` if the run does not exist.
   */
  annotate(executionId: string, change: AnnotationChange): Promise<void>;
  /** Removes runs with everything stored for them. Runs that have not ended are cancelled first. */
  remove(executionIds: readonly string[]): Promise<void>;
  /**
   * The state of a run as of an event (default: the last), folded from the newest snapshot before it. Undefined: the
   * run does not exist.
   */
  stateAt(executionId: string, seq?: number): Promise<RunState | undefined>;
  /** A page of the events that the query selects. */
  findEvents(executionId: string, query: EventQuery): Promise<EventPage>;
  /** A page of the iterations that the query selects. */
  iterations(executionId: string, query: IterationQuery): Promise<IterationPage>;
  /**
   * Searches the runs of all workflows, newest first. The listener receives what is found, as the search goes on. Error
   * `CANCELLED` once the signal is aborted.
   */
  search(query: RunQuery, tell: (news: SearchNews) => void, signal: AbortSignal): Promise<SearchSummary>;
  /** The storage in use, for each run and in total. */
  storage(): Promise<StorageUse>;
  /** Makes runs answer no other runs any more than those that continue them. What they hold themselves stays. */
  emptyAnswers(): Promise<void>;
  /**
   * Removes what a rule allows, for one workflow or (undefined) for all. With `dryRun` nothing is removed; the report
   * says what would be.
   */
  cleanUp(workflowId: string | undefined, rule: CleanupRule, dryRun: boolean): Promise<CleanupReport>;
  /**
   * Exports a run as JSONL, piece by piece, with its payloads if `withPayloads`. Leave out `next` for the first piece.
   * The export has no keys and no secrets.
   */
  exportRun(executionId: string, withPayloads: boolean, next?: string): Promise<ExportedPiece>;
  /**
   * Imports an exported run into a workflow, under a new id. Resolves to that id. Error: `VALIDATION_ERROR` with the
   * number of the bad line; nothing is stored then.
   */
  importRun(workflowId: string, file: Blob): Promise<string>;
  /**
   * Compares two runs, execution by execution, and their plans. Error `VALIDATION_ERROR` if there is no such run. Texts
   * are compared by {@link Runner.compareTexts}.
   */
  compare(first: string, second: string): Promise<StoredComparison>;
  /**
   * Compares the prompt and the output of one execution in two runs by their words. Without `withParts` the words are
   * only counted.
   */
  compareTexts(first: string, second: string, sides: TextSides, withParts: boolean): Promise<ComparedTexts>;
  /** Events with `seq` of at least `from` (default 1), in order, at most `limit` (default 1,000). */
  readEvents(executionId: string, from?: number, limit?: number): Promise<readonly RunEvent[]>;
  /** A whole payload, by the `ref` of an event. */
  readBlob(executionId: string, ref: string): Promise<string | undefined>;
  /**
   * Bytes of a payload: `bytes` of them (1 to {@link maxPartBytes}) from `fromByte`, fewer at its end. A part may split
   * a character. Undefined if there is no such payload. Error: `DAMAGED_RECORD`.
   */
  readBlobPart(executionId: string, ref: string, fromByte: number, bytes: number): Promise<PayloadPart | undefined>;
}
