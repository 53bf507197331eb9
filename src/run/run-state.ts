import type { z } from 'zod';
import type { Failure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { AttachedFile } from '@/plan/attachments/attached-file';
import type { TaskPath } from '@/workflow/task-path';
import type { ContextState } from './context-state';
import type { CallWindow, Capture, Payload, ScriptToolCall, Usage } from './event-data';
import type { EventOf, PauseReason, SkipReason } from './events';
import type { JournalPath } from './journal-path';
import type { forkedFromSchema } from './run-edit';

export type { Payload } from './event-data';

/** Status of a run. `waiting`: paused until a person does something (`run.paused`). */
export type RunStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';

/** One call of a model, a script or a tool, made from its events. Payloads are fetched from the blob store by `ref`. */
export interface CallRecord {
  readonly path: JournalPath;
  readonly kind: 'model' | 'script' | 'tool';
  readonly attempt: number;
  readonly startedAt: string;
  /** The start of the prompt, of the script, or of a tool's arguments as JSON, and where the whole is. */
  readonly request: Payload;
  /** The model, or the name of the tool. */
  readonly model?: string;
  /** The model that the task names, if another one was called instead. */
  readonly insteadOf?: string;
  /** How full the model's context window was. */
  readonly window?: CallWindow;
  /** `parts`: JSON of the `SentPart`s of the prompt. `tools`: JSON of the tools declared to the model. */
  readonly parts?: Payload;
  readonly tools?: Payload;
  readonly reply?: Payload & {
    readonly endedAt: string;
    readonly usage?: Usage;
    /** JSON of the tools that the model asked for. */
    readonly toolCalls?: Payload;
    /** The model's thinking. */
    readonly reasoning?: Payload;
    /** JSON of the `MakerWork`: what the maker's tools did, and its sources. */
    readonly maker?: Payload;
    readonly exitCode?: number;
    readonly stderr?: Payload;
    /** Set if the text is a view of a longer output. */
    readonly capture?: Capture;
    readonly stderrCapture?: Capture;
    /** Set when the tool failed. */
    readonly isError?: boolean;
    /** The newest calls of tools that the script made, and how many it made in all; left out: none, or not known. */
    readonly scriptCalls?: { readonly newest: readonly ScriptToolCall[]; readonly count: number };
    /** Pictures and other files that the tool returned. */
    readonly files?: readonly AttachedFile[];
  };
}

/** The state of one task. Times are ISO 8601. */
export type TaskRun =
  | {
      readonly status: 'running';
      readonly startedAt: string;
      readonly attempt: number;
      readonly retry?: TaskRetry;
      /** How many items, steps or tasks it goes through, as far as that is known. */
      readonly parts?: number;
      /** How many of them, or of its rounds, have ended; left out: none. */
      readonly done?: number;
      /** Ended parts among them that did not complete: another attempt runs them again. Left out: none. */
      readonly undone?: number;
    }
  | {
      readonly status: 'ok';
      readonly startedAt: string;
      readonly endedAt: string;
      readonly result: Payload;
      readonly data: EventOf<'task.completed'>['data'];
      /** Set if the task failed but counts as completed (`continue`). */
      readonly error?: Failure;
    }
  | {
      readonly status: 'failed';
      readonly startedAt: string;
      readonly endedAt: string;
      readonly error: Failure;
      readonly attempts: number;
      readonly usage: Usage | null;
      /** Left out: not known, because the state is older than this field. */
      readonly durationMs?: number;
      /** What it produced before it failed. */
      readonly result?: Payload;
      /** `partial_results`: what its parts produced. */
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

/** An attempt that failed, with the path of its instance. */
export interface FailedAttempt extends TaskRetry {
  readonly path: JournalPath;
}

/** One execution of a task: in a round of a loop, for an item, as a step. */
export type TaskInstance = TaskRun & { readonly path: JournalPath };

/** What a task that has ended gave, or had given when it failed; undefined: nothing, or it has not ended. */
export function getTaskResult(task: TaskInstance): Payload | undefined {
  return task.status === 'ok' || task.status === 'failed' ? task.result : undefined;
}

/** A round of a loop or of a director. */
export interface Round {
  readonly path: JournalPath;
  readonly of: EventOf<'iteration.logged'>['data']['of'];
  /** From 1. */
  readonly n: number;
  /** 0 if it succeeded. */
  readonly exitCode: number;
  readonly usage: Usage | null;
  readonly result: Payload;
  readonly notes: JsonObject;
  readonly durationMs: number;
  readonly error?: Failure;
  /** The round in the form of an instance, so that views can show it like one. */
  readonly run: TaskInstance;
}

/** A question to the person that is not answered yet. */
export interface OpenQuestion {
  /** Path by which it is answered. */
  readonly path: JournalPath;
  readonly kind: EventOf<'input.requested'>['data']['kind'];
  readonly text: Payload;
  readonly askedAt: string;
  /** JSON of the form that is to be filled in; left out: the answer is a text. */
  readonly form?: Payload;
  /** When the time for an answer is up, in ms since 1970. */
  readonly deadline?: number;
  /** The call that is to be approved: JSON of its arguments, and of their JSON Schema. */
  readonly call?: { readonly tool: string; readonly arguments: Payload; readonly parameters: Payload };
  /** The model whose price is asked for, as `provider:name`. */
  readonly model?: string;
  /** The figures of a budget: tokens or USD. */
  readonly budget?: {
    readonly resource: 'tokens' | 'cost';
    readonly used: number;
    readonly limit: number;
    /** Most that the next call may use. */
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

/** How far a pipeline is. `leftMs`: estimated time for the remaining steps; null: not known yet. */
export type PipelineProgress = EventOf<'pipeline.progress'>['data'];

/** The workflow that replaces a task that failed as it was. */
export interface Reparsed {
  readonly path: JournalPath;
  /** As YAML. */
  readonly workflow: Payload;
  /** How many tasks it has. */
  readonly tasks: number;
  /** Code of the failure that caused the decomposition. */
  readonly reason: string;
}

/** A snapshot of the run, for a list. Sizes are in bytes, as stored. */
export type SnapshotSummary = EventOf<'checkpoint.saved'>['data'] & { readonly at: string };

/** A noteworthy step of a pipeline: tries of it failed, or its vote was not unanimous. */
export interface NotedStep {
  readonly path: JournalPath;
  /** From 0. */
  readonly step: number;
  /** By how many votes the winner leads the next answer; undefined: there was no vote. */
  readonly margin?: number;
  readonly votes?: readonly number[];
  readonly flags: number;
  readonly failures: number;
  readonly lastFailure?: Failure;
  /** Set if no try has succeeded so far. */
  readonly isOpen?: true;
}

/** How the steps of a pipeline went. Sums over all steps, and the newest noteworthy ones. */
export interface PipelineFigures {
  readonly steps: number;
  readonly samples: number;
  readonly flags: number;
  /** Steps whose samples did not all agree. */
  readonly disputed: number;
  /** Tries of steps that failed. */
  readonly failures: number;
  /** How many steps were decided by each margin, keyed by the margin. */
  readonly margins: ReadonlyMap<number, number>;
  readonly noted: readonly NotedStep[];
}

/** The run whose results a fork reuses, up to one of its events. `edits`: what a person wrote in their place. */
export type ForkedFrom = Readonly<z.infer<typeof forkedFromSchema>>;

/** Sums over the iterations of a run. */
export interface IterationTotals {
  readonly count: number;
  /** Iterations with an exit code other than 0. */
  readonly failed: number;
  /** In ms. An iteration within a round is not counted again. */
  readonly durationMs: number;
}

/** Why a run waits. `key` names the provider, `sign_in` the server. */
export interface Wait {
  readonly reason: PauseReason;
  readonly provider?: string;
  readonly server?: string;
}

/**
 * The state of a run: a pure fold over its events. Task path and journal path of the run itself are ''. Lists are in
 * the order of start, and hold the newest {@link keptPerTask} entries of each task.
 */
export interface RunState {
  /** Number of the last event folded in; 0 before the first. */
  readonly seq: number;
  readonly status: RunStatus;
  /** What the run waits for, the newest last; empty unless it is `waiting`. Several budgets can be awaited at once. */
  readonly waits: readonly Wait[];
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** How long it took, without the time in which nobody worked on it; left out: it has not ended, or is older. */
  readonly durationMs?: number;
  /** When its last event was; left out: none, or not known, because the state is older than this field. */
  readonly lastAt?: string;
  /** How long it has waited for a person, or for somebody to run it, until it last went on, in ms; left out: never. */
  readonly waitedMs?: number;
  /** Since when it waits for a person; left out: it does not. */
  readonly waitsSince?: string;
  /** Set for a dry run: what its models, scripts and tools gave is made up. */
  readonly isDry?: true;
  /** Top-level tasks of the document; tasks within containers are not counted. */
  readonly taskCount: number;
  /** Label and type of each task when it started. */
  readonly named: ReadonlyMap<TaskPath, { readonly label?: string; readonly type: string }>;
  /** State of each task as a whole: its running instance, else the newest. Tasks that have not started are missing. */
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
  /** By journal path, in the order in which they were asked. */
  readonly questions: ReadonlyMap<JournalPath, OpenQuestion>;
  /** Calls that this run made itself. */
  readonly totals: RunTotals;
  /** Calls of an earlier run whose results this one took over. That run paid for them. */
  readonly takenOver: RunTotals;
  /** By model, as `provider:name`. */
  readonly byModel: ReadonlyMap<string, RunTotals>;
  /** Calls that each task made itself; those of tasks in it are theirs. */
  readonly byTask: ReadonlyMap<TaskPath, TaskTotals>;
  /** The same of calls that it took over. */
  readonly takenByTask: ReadonlyMap<TaskPath, TaskTotals>;
  readonly iterations: IterationTotals;
  readonly pipelines: ReadonlyMap<TaskPath, PipelineFigures>;
  /** The newest three, the oldest first. */
  readonly checkpoints: readonly SnapshotSummary[];
  readonly forkedFrom?: ForkedFrom;
  readonly context: ContextState;
}

/** Sums over the replies that one task got. */
export interface TaskTotals extends RunTotals {
  /** The models that answered, as `provider:name`; left out: not known, because the run is older than this field. */
  readonly models?: readonly string[];
}

/** Sums over replies. `costUsd` leaves out calls without a known price, which `unpricedCalls` counts. */
export interface RunTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Thinking tokens among the output tokens; left out: none, or not known. */
  readonly reasoningTokens?: number;
  /** Input tokens read from the makers' prompt caches, and written to them; left out: none. */
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
  /** USD that caching saved, as far as prices are known; left out: not known, or nothing was cached. */
  readonly cacheSavedUsd?: number;
  readonly costUsd: number;
  readonly unpricedCalls: number;
  /** Calls of tools that makers performed themselves, whose price is not in `costUsd`; left out: none. */
  readonly makerCalls?: number;
}
