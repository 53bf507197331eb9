import type { Json, JsonObject } from '@/base/json';
import type { PromptPart } from '@/plan/message';
import type { ModelCatalogue } from '@/plan/model-facts';
import type { Plan, PlannedTask } from '@/plan/plan';
import type { JournalPath, PathKind } from '@/run/journal-path';
import type { StreamDelta } from '@/run/runner';
import type { Environment, ResultRecord } from '@/workflow/expressions/environment';
import type { TaskType } from '@/workflow/tasks';
import type { RunHistories } from './compaction/run-histories';
import type { PruneHooks } from './context/prune-hooks';
import type { EngineDeps } from './deps';
import type { KeyGate } from './effects/key-gate';
import type { LimitWaits } from './effects/limit-waits';
import type { Meter } from './effects/meter';
import type { Patience } from './effects/retry';
import type { RunPrices } from './effects/run-prices';
import type { SignInGate } from './effects/sign-in-gate';
import type { Slots } from './effects/slots';
import type { IterationNotes } from './iterations/iteration-notes';
import type { EventLog } from './log/event-log';
import type { Journal } from './log/journal';
import type { Recording } from './log/recording';
import type { RunHistory } from './log/run-history';
import type { Outcome } from './outcome';
import type { Skip, TaskEnd } from './task-end';

/** What all tasks of a run share. */
export interface RunContext {
  readonly executionId: string;
  readonly plan: Plan;
  readonly deps: EngineDeps;
  readonly catalogue: ModelCatalogue;
  readonly prices: RunPrices;
  readonly history: RunHistory;
  readonly log: EventLog;
  readonly journal: Journal;
  readonly recording?: Recording | undefined;
  readonly keys: KeyGate;
  readonly signIns: SignInGate;
  readonly limitWaits: LimitWaits;
  readonly slots: Slots;
  /** Aborted when the run is cancelled, paused or cannot go on. */
  readonly signal: AbortSignal;
  /** Journal paths of tasks that have started and not ended. */
  readonly open: Set<string>;
  readonly onDelta: (delta: StreamDelta) => void;
  /** Left out: no agent is sent a history. */
  readonly histories?: RunHistories | undefined;
  /** What the iterations that are under way have done, as the log tells it. */
  readonly iterations: IterationNotes;
  /**
   * By the journal path of a task: who is told that it has come to its result, before its slot is given on. Who takes
   * the slot is not asked before the end of the task is taken in.
   */
  readonly ending: Map<JournalPath, () => void>;
  /** Has candidates for context pruned after every so many tasks of the run. */
  readonly pruneHooks: PruneHooks;
  /** Runs a task of any type, in any depth (`run-task.ts`). Here, because what tasks are made of calls it in turn. */
  readonly runTask: (task: PlannedTask, frame: Frame, skip?: Skip) => Promise<TaskEnd>;
}

/** How much may still be told of others in a call, and how it is counted. */
export interface TokenRoom {
  readonly tokens: number;
  count(text: string): number;
}

/**
 * What stands in a task's prompt of the work of others: the context block, or what a step is given in its place.
 * `room`: what the window of the model leaves for it; left out: the window is not known, or nothing is sent yet.
 */
export type ContextSource = (task: PlannedTask, attempt: Attempt, room?: TokenRoom) => Promise<readonly PromptPart[]>;

/** Where a task runs: what its holder, or the run itself, gives it. */
export interface Frame {
  readonly run: RunContext;
  /** The journal path that the task's own `task/ID` is put to; empty at the top. */
  readonly path: JournalPath;
  /** The scopes around the task, innermost first. */
  readonly environment: Environment;
  /** Names of these scopes that the task is given to work on; see `PromptSurroundings.told`. */
  readonly givenNames: readonly (readonly string[])[];
  readonly context: ContextSource;
  /** The result of the step before the task, or of the only one it depends on: what tests of a `cond` see. */
  readonly previous: (task: PlannedTask) => ResultRecord | undefined;
  /** Aborted when the task is to stop, be it alone. */
  readonly signal: AbortSignal;
  readonly meter: Meter;
  /** Calls of the library, and decompositions, that the task lies in. */
  readonly depth: { readonly calls: number; readonly reparses: number };
}

/** What a part of a task is given beside what the task itself has. */
export interface PartOptions {
  /** What is dynamic about it: the item, the round, the call that it belongs to. */
  readonly at?: readonly [kind: PathKind, name: string | number];
  /** The scopes around it. Default: those of the task. */
  readonly environment?: Environment;
  readonly givenNames?: Frame['givenNames'];
  readonly context?: Frame['context'];
  readonly previous?: Frame['previous'];
  readonly signal?: AbortSignal;
  readonly depth?: Frame['depth'];
  /** Counts what it takes. Default: that of the task. */
  readonly meter?: Meter;
  /** The trigger rule keeps it from running. */
  readonly skip?: Skip;
  /** Runs it again even if it completed in an earlier attempt: rounds of a director follow from one another. */
  readonly anew?: boolean;
}

/** Where an evaluator that iterates stands; with it alone it can go on. */
export interface Cursor {
  /** Of what is to come next, from 0. */
  readonly i: number;
  readonly state: string;
}

/** One attempt at a task, as its evaluator sees it. */
export interface Attempt {
  readonly run: RunContext;
  /** Where the task runs. */
  readonly frame: Frame;
  /** From 1. */
  readonly number: number;
  /** Journal path, in which all keys of the attempt lie. */
  readonly path: JournalPath;
  /** The same without the sample or the try that this is. */
  readonly root: JournalPath;
  /** The names that the task sees. Throws `TASK_FAILURE` if an input has no value. */
  readonly environment: Environment;
  /** The same without the inputs. */
  readonly before: Environment;
  readonly signal: AbortSignal;
  /** How long the task tries again. */
  readonly patience: Patience;
  /** Counts what the task takes, and what is around it. */
  readonly meter: Meter;
  /**
   * Models that were not there, as `provider:name`: the task, and its later attempts, call those that are to take their
   * place.
   */
  readonly absent: Set<string>;
  /** What is put here, the next attempt finds, so that it goes on where this one stood. */
  cursor: Cursor | undefined;
  /** The path of the same place in the attempt of a number. */
  pathIn(number: number): JournalPath;
  /** The inputs, evaluated. Throws like `environment`. */
  inputs(): Readonly<Record<string, Json>>;
  /**
   * The names of expressions; without inputs where one has no value. What the expressions read is whole, not a view.
   */
  names(expressions: readonly (string | undefined)[]): Promise<JsonObject>;
  /** Says that the task has started; to be called by what holds other tasks. */
  started(): void;
  /** To be called before an effect: waits for a slot, which is held until the attempt ends. */
  begin(): Promise<void>;
  /** Waits for something that is no effect, with the slot given to others meanwhile. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
  /**
   * Performs an effect within what is left of the attempt's `timeout_ms`; waiting for slots and keys does not count.
   */
  timed<T>(perform: (signal: AbortSignal) => Promise<T>): Promise<{ readonly value: T; readonly durationMs: number }>;
  /**
   * Runs a task that this one holds. One that completed in an earlier attempt is not run again: a composite keeps its
   * completed parts.
   */
  part(task: PlannedTask, options?: PartOptions): Promise<TaskEnd>;
  /**
   * The attempt one step further in, such as a sample of a vote, with a slot and a clock of its own, and with another
   * signal, meter or files where they are given.
   */
  within<T>(
    kind: PathKind,
    name: string | number,
    use: (attempt: Attempt) => Promise<T>,
    other?: Partial<Pick<Frame, 'run' | 'signal' | 'meter'>>,
  ): Promise<T>;
  /**
   * The value made for a name by the first that asks, for all that are in the attempt: the samples of a vote, the tries
   * of best_of.
   */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** Says something worth knowing about the task, in words for a person. */
  warn(message: string): void;
}

/** Evaluates one attempt at a task of a type. Throws what an effect throws; the caller turns it into an outcome. */
export type Evaluate<K extends TaskType> = (
  task: Extract<PlannedTask, { type: K }>,
  attempt: Attempt,
) => Promise<Outcome>;
