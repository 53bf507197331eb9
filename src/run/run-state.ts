import type { Failure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { AttachedFile } from '@/plan/attachments/attached-file';
import type { TaskPath } from '@/workflow/task-path';
import type { ContextState } from './context-state';
import type { CallWindow, Capture, Payload, Usage } from './event-data';
import type { EventOf, PauseReason, SkipReason } from './events';
import type { JournalPath } from './journal-path';

export type { Payload } from './event-data';

/** Status of a run. `waiting` = paused until a person does something (`run.paused`). */
export type RunStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';

/** One call of a model, a script or a tool, as the log tells it. Payloads are fetched from the blob store by `ref`. */
export interface CallRecord {
  readonly path: JournalPath;
  readonly kind: 'model' | 'script' | 'tool';
  readonly attempt: number;
  readonly startedAt: string;
  /** The prompt, the script, or a tool's arguments as JSON: start of it, and where the whole is. */
  readonly request: Payload;
  /** The model, or the name of the tool. */
  readonly model?: string;
  /** The model that the task names, where this one was called in place of it. */
  readonly insteadOf?: string;
  /** How full the window of the model was. */
  readonly window?: CallWindow;
  /** JSON of the `SentPart`s that the prompt is made of, and of the tools that the model was told of. */
  readonly parts?: Payload;
  readonly tools?: Payload;
  readonly reply?: Payload & {
    readonly endedAt: string;
    readonly usage?: Usage;
    /** JSON of the tools that the model asked for. */
    readonly toolCalls?: Payload;
    /** What the model thought. */
    readonly reasoning?: Payload;
    /** JSON of the `MakerWork`: what tools of its maker did, and its sources. */
    readonly maker?: Payload;
    readonly exitCode?: number;
    readonly stderr?: Payload;
    /** Set where the text is a view of something longer. */
    readonly capture?: Capture;
    readonly stderrCapture?: Capture;
    /** Set when the tool failed. */
    readonly isError?: boolean;
    /** Pictures and the like that the tool gave. */
    readonly files?: readonly AttachedFile[];
  };
}

/** How it is with one task. Times are ISO 8601. */
export type TaskRun =
  | { readonly status: 'running'; readonly startedAt: string; readonly attempt: number; readonly retry?: TaskRetry }
  | {
      readonly status: 'ok';
      readonly startedAt: string;
      readonly endedAt: string;
      readonly result: Payload;
      readonly data: EventOf<'task.completed'>['data'];
      /** Set when it failed but its failed result counts as completed (`continue`). */
      readonly error?: Failure;
    }
  | {
      readonly status: 'failed';
      readonly startedAt: string;
      readonly endedAt: string;
      readonly error: Failure;
      readonly attempts: number;
      readonly usage: Usage | null;
      /** What it produced until it failed. */
      readonly result?: Payload;
      /** `partial_results`: what its parts did. */
      readonly notes?: JsonObject;
    }
  | {
      readonly status: 'skipped';
      readonly endedAt: string;
      readonly reason: SkipReason;
      readonly because?: string;
      readonly error?: Failure;
    }
  | { readonly status: 'cancelled'; readonly startedAt: string; readonly endedAt: string };

/** An attempt that failed, and the wait before the next one. */
export interface TaskRetry {
  readonly since: string;
  readonly delayMs: number;
  readonly error: Failure;
}

/** An attempt that failed, and the instance that it was one of. */
export interface FailedAttempt extends TaskRetry {
  readonly path: JournalPath;
}

/** One of the times that the task at a place ran: in a round of a loop, for an item, as a step. */
export type TaskInstance = TaskRun & { readonly path: JournalPath };

/** A round of a loop or of a director. */
export interface Round {
  readonly path: JournalPath;
  readonly of: EventOf<'iteration.logged'>['data']['of'];
  /** From 1. */
  readonly n: number;
  /** 0 where it went well. */
  readonly exitCode: number;
  readonly usage: Usage | null;
  readonly result: Payload;
  readonly notes: JsonObject;
  readonly durationMs: number;
  readonly error?: Failure;
  /** The same as a run of the task, to be looked at like one. */
  readonly run: TaskInstance;
}

/** What a person is asked and has not answered. */
export interface OpenQuestion {
  /** By which it is answered. */
  readonly path: JournalPath;
  readonly kind: EventOf<'input.requested'>['data']['kind'];
  readonly text: Payload;
  readonly askedAt: string;
  /** Whose price is asked for, as `provider:name`. */
  readonly model?: string;
  /** The figures of a budget: tokens or USD. */
  readonly budget?: {
    readonly resource: 'tokens' | 'cost';
    readonly used: number;
    readonly limit: number;
    /** What the next call may take at most. */
    readonly needed: number;
  };
}

/** How a vote went; the winner is the result. */
export interface Vote {
  readonly path: JournalPath;
  readonly winner: Payload;
  readonly k: number;
  /** Count of each answer, the winner's first. */
  readonly votes: readonly number[];
  readonly samples: number;
  readonly flags: number;
  readonly usage: Usage | null;
}

/** How far a pipeline is. `leftMs`: what the rest will take; null while nothing can be said. */
export type PipelineProgress = EventOf<'pipeline.progress'>['data'];

/** What runs in place of a task that could not be done as it was. */
export interface Reparsed {
  readonly path: JournalPath;
  /** As YAML. */
  readonly workflow: Payload;
  /** How many tasks it has. */
  readonly tasks: number;
  /** Code of the failure that it was taken apart for. */
  readonly reason: string;
}

/** A snapshot of the run, for a list. Sizes in bytes, as they are stored. */
export type SnapshotSummary = EventOf<'checkpoint.saved'>['data'] & { readonly at: string };

/** A step of a pipeline that is worth a look: tries of it failed, or its vote was not of one mind. */
export interface NotedStep {
  readonly path: JournalPath;
  /** From 0. */
  readonly step: number;
  /** Votes of the winner over those of the next; undefined: there was no vote. */
  readonly margin?: number;
  readonly votes?: readonly number[];
  readonly flags: number;
  readonly failures: number;
  readonly lastFailure?: Failure;
}

/** How the steps of a pipeline went. Sums over all, and the newest of those worth a look. */
export interface PipelineFigures {
  readonly steps: number;
  readonly samples: number;
  readonly flags: number;
  /** Steps whose samples did not all say the same. */
  readonly disputed: number;
  /** Tries of steps that failed. */
  readonly failures: number;
  /** How many steps were taken with each margin, by the margin. */
  readonly margins: ReadonlyMap<number, number>;
  readonly noted: readonly NotedStep[];
}

/** The run whose results another one took, up to an event of it. */
export interface ForkedFrom {
  readonly executionId: string;
  readonly seq: number;
}

/** Sums over the iterations of a run. */
export interface IterationTotals {
  readonly count: number;
  /** With another exit code than 0. */
  readonly failed: number;
  /** Of one that is part of a round the round alone is counted. */
  readonly durationMs: number;
}

/** Why a run waits, for `key` whose, and for `sign_in` at which server. */
export interface Wait {
  readonly reason: PauseReason;
  readonly provider?: string;
  readonly server?: string;
}

/**
 * The state of a run: nothing but a fold over its events. Places and paths of the run itself are ''. Lists are in the
 * order of their start, and hold the newest {@link keptPerTask} of a place.
 */
export interface RunState {
  /** Number of the last event folded in; 0 before the first. */
  readonly seq: number;
  readonly status: RunStatus;
  /** What it waits for, the newest last; empty unless it is `waiting`. Several budgets can be asked for at once. */
  readonly waits: readonly Wait[];
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** Of the document: those within others are not counted. */
  readonly taskCount: number;
  /** What ran at each place, as it was called when it started. */
  readonly named: ReadonlyMap<TaskPath, { readonly label?: string; readonly type: string }>;
  /**
   * How it is with each place as a whole: an instance that runs, else the newest. Without those that have not
   * started.
   */
  readonly tasks: ReadonlyMap<TaskPath, TaskInstance>;
  readonly instances: ReadonlyMap<TaskPath, readonly TaskInstance[]>;
  readonly calls: ReadonlyMap<TaskPath, readonly CallRecord[]>;
  /** Attempts that were followed by another one. */
  readonly retries: ReadonlyMap<TaskPath, readonly FailedAttempt[]>;
  readonly warnings: ReadonlyMap<TaskPath, readonly string[]>;
  readonly rounds: ReadonlyMap<TaskPath, readonly Round[]>;
  readonly votes: ReadonlyMap<TaskPath, readonly Vote[]>;
  readonly progress: ReadonlyMap<TaskPath, PipelineProgress>;
  readonly reparsed: ReadonlyMap<TaskPath, Reparsed>;
  /** By path, in the order in which they were asked. */
  readonly questions: ReadonlyMap<JournalPath, OpenQuestion>;
  readonly totals: RunTotals;
  /** By model, as `provider:name`. */
  readonly byModel: ReadonlyMap<string, RunTotals>;
  readonly iterations: IterationTotals;
  readonly pipelines: ReadonlyMap<TaskPath, PipelineFigures>;
  /** The newest three, the oldest first. */
  readonly checkpoints: readonly SnapshotSummary[];
  readonly forkedFrom?: ForkedFrom;
  readonly context: ContextState;
}

/** Sums over all replies. `costUsd` leaves out calls without a known price, which `unpricedCalls` counts. */
export interface RunTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the output, what the models thought; left out: none, or not known. */
  readonly reasoningTokens?: number;
  /** Of the input, what came from the makers' prompt caches, and what was put into them; left out: none. */
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
  /**
   * By how much that made it cheaper, in USD, as far as prices are known; left out: not known, or nothing was cached.
   */
  readonly cacheSavedUsd?: number;
  readonly costUsd: number;
  readonly unpricedCalls: number;
  /** Calls of tools that makers performed themselves, whose price is not in `costUsd`; left out: none. */
  readonly makerCalls?: number;
}
