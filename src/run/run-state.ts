import type { Failure } from '@/base/errors';
import type { EventOf, Payload, SkipReason, Usage } from './events';

export type { Payload } from './events';

/** Status of a run. `waiting` = paused until a person does something (`run.paused`). */
export type RunStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';

/** One model call or script of a task, as the log tells it. Payloads are fetched from the blob store by `ref`. */
export interface CallRecord {
  readonly path: string;
  readonly kind: 'model' | 'script';
  readonly attempt: number;
  readonly startedAt: string;
  /** The prompt: start of it, and where the whole is. */
  readonly request: Payload;
  readonly model?: string;
  readonly reply?: Payload & {
    readonly endedAt: string;
    readonly usage?: Usage;
    readonly exitCode?: number;
    readonly stderr?: Payload;
  };
}

/** How it stands with one task. Times are ISO 8601. */
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

/** The state of a run: nothing but a fold over its events. Tasks that have not started are not in `tasks`. */
export interface RunState {
  /** Number of the last event folded in; 0 before the first. */
  readonly seq: number;
  readonly status: RunStatus;
  readonly waitingFor?: { readonly reason: 'key' | 'storage'; readonly provider?: string };
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly taskCount: number;
  readonly tasks: ReadonlyMap<string, TaskRun>;
  /** Calls by task id, in order. */
  readonly calls: ReadonlyMap<string, readonly CallRecord[]>;
  /** Attempts that were followed by another one, by task id, in order. */
  readonly retries: ReadonlyMap<string, readonly TaskRetry[]>;
  /** Warnings by task id ('' for the run). */
  readonly warnings: ReadonlyMap<string, readonly string[]>;
  readonly totals: RunTotals;
}

/** Sums over all replies. `costUsd` leaves out calls without a known price, which `unpricedCalls` counts. */
export interface RunTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly unpricedCalls: number;
}
