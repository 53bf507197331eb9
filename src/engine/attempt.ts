import type { Plan, PlannedTask } from '@/plan/plan';
import type { StreamDelta } from '@/run/runner';
import type { RunnableType } from '@/workflow/tasks';
import type { EngineDeps } from './deps';
import type { EventLog } from './event-log';
import type { History } from './history';
import type { Journal } from './journal';
import type { KeyGate } from './key-gate';
import type { Outcome } from './outcome';
import type { Results } from './results';
import type { Slots } from './slots';
import type { TaskScope } from './task-scope';

/** What all tasks of a run share. */
export interface RunContext {
  readonly executionId: string;
  readonly plan: Plan;
  readonly deps: EngineDeps;
  readonly history: History;
  readonly log: EventLog;
  readonly journal: Journal;
  readonly keys: KeyGate;
  readonly slots: Slots;
  readonly results: Results;
  /** Aborted when the run is cancelled or cannot go on. */
  readonly signal: AbortSignal;
  readonly onDelta: (delta: StreamDelta) => void;
}

/** One attempt at a task, as its evaluator sees it. */
export interface Attempt {
  readonly run: RunContext;
  /** From 1. */
  readonly number: number;
  /** Journal path, in which all keys of the attempt lie. */
  readonly path: string;
  readonly scope: TaskScope;
  /** To be called before anything that takes time: waits for a slot, then says that the task has started. */
  begin(): Promise<void>;
  /** Waits for something that is no effect, with the slot given to others meanwhile. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
  /** Performs an effect within what is left of the attempt's `timeout_ms`; waiting for slots and keys does not count. */
  timed<T>(perform: (signal: AbortSignal) => Promise<T>): Promise<{ readonly value: T; readonly durationMs: number }>;
}

/** Evaluates one attempt at a task of a type. Throws what an effect throws; the caller turns it into an outcome. */
export type Evaluate<K extends RunnableType> = (
  task: Extract<PlannedTask, { type: K }>,
  attempt: Attempt,
) => Promise<Outcome>;
