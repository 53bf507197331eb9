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
import type { RunGap, RunHistory } from './log/run-history';
import type { Outcome } from './outcome';
import type { Skip, TaskEnd } from './task-end';
import type { ChosenPart } from './tasks/chosen-part';

/** What all tasks of a run share. */
export interface RunContext {
  readonly executionId: string;
  readonly plan: Plan;
  readonly deps: EngineDeps;
  readonly catalogue: ModelCatalogue;
  readonly prices: RunPrices;
  readonly history: RunHistory;
  /** When no process ran it, up to now. */
  readonly gaps: readonly RunGap[];
  readonly log: EventLog;
  readonly journal: Journal;
  readonly recording?: Recording | undefined;
  /** Which part of the workflow runs. */
  readonly part: ChosenPart;
  /** Wait for it before a task starts, and after it has ended: a run may pause there. */
  readonly breakpoints: {
    before(task: PlannedTask, path: JournalPath, frame: Frame): Promise<void>;
    after(task: PlannedTask, path: JournalPath, frame: Frame): Promise<void>;
  };
  readonly keys: KeyGate;
  readonly signIns: SignInGate;
  readonly limitWaits: LimitWaits;
  readonly slots: Slots;
  /** Aborted when the run is cancelled or paused, or cannot continue. */
  readonly signal: AbortSignal;
  /** Journal paths of tasks that have started and not ended. */
  readonly open: Set<string>;
  readonly onDelta: (delta: StreamDelta) => void;
  /** Left out: no agent is sent a history. */
  readonly histories?: RunHistories | undefined;
  /** What the open iterations have done so far, as recorded in the log. */
  readonly iterations: IterationNotes;
  /**
   * Callbacks by the journal path of a task. Each is called when its task has a result, before its slot is passed on.
   * So the task that gets the slot waits until that result can be in its context.
   */
  readonly ending: Map<JournalPath, () => void>;
  /** Prunes candidates for contexts after every so many tasks of the run. */
  readonly pruneHooks: PruneHooks;
  /**
   * Runs a task of any type at any depth (`run-task.ts`). It is a field because the modules that `run-task.ts` imports
   * call it in turn.
   */
  readonly runTask: (task: PlannedTask, frame: Frame, skip?: Skip) => Promise<TaskEnd>;
  /** Left out: nobody looks on. */
  readonly watch?: RunWatch | undefined;
}

/** Looks on while tasks are given their names: the evaluation of a finished run is only to be looked at. */
export interface RunWatch {
  /** A task is about to run, or to be skipped, at a path. The task waits for the promise, if there is one. */
  task(task: PlannedTask, path: JournalPath, frame: Frame): Promise<void> | undefined;
  /** An attempt at a task, or at one round of its loop, is about to begin. `base`: the path of what is attempted. */
  attempt(base: JournalPath, attempt: Attempt): void;
}

/** How many tokens of a call are left for the work of other tasks, and how they are counted. */
export interface TokenRoom {
  readonly tokens: number;
  count(text: string): number;
}

/**
 * Gives the part of a task's prompt that shows the work of other tasks: the context block, or what a step gets instead.
 * `room`: what the model's window leaves for it; left out: the window is not known, or nothing is sent yet.
 */
export type ContextSource = (task: PlannedTask, attempt: Attempt, room?: TokenRoom) => Promise<readonly PromptPart[]>;

/** Where a task runs: what its container, or the run itself, gives it. */
export interface Frame {
  readonly run: RunContext;
  /** The journal path below which the task's own `task/ID` lies; empty at the top. */
  readonly path: JournalPath;
  /** The scopes around the task, innermost first. */
  readonly environment: Environment;
  /** Names in these scopes that the task is given to work on; see `PromptSurroundings.givenNames`. */
  readonly givenNames: readonly (readonly string[])[];
  readonly context: ContextSource;
  /** What the loops around the task tell it of their last rounds, outermost first. It is no context. */
  readonly progress: readonly PromptPart[];
  /** The result of the step before the task, or of its only dependency. The tests of a `cond` read it. */
  readonly previous: (task: PlannedTask) => ResultRecord | undefined;
  /** Aborted when the task is to stop; it may stop while the run continues. */
  readonly signal: AbortSignal;
  readonly meter: Meter;
  /** How many library calls and decompositions the task is nested in. */
  readonly depth: { readonly calls: number; readonly reparses: number };
}

/** What a part of a task gets in addition to, or instead of, what the task has. */
export interface PartOptions {
  /** The dynamic step of its path: the item, the round or the call that it belongs to. */
  readonly at?: readonly [kind: PathKind, name: string | number];
  /** The scopes that enclose it. Default: those of the task. */
  readonly environment?: Environment;
  readonly givenNames?: Frame['givenNames'];
  readonly context?: Frame['context'];
  /** Default: that of the task. */
  readonly progress?: Frame['progress'];
  readonly previous?: Frame['previous'];
  readonly signal?: AbortSignal;
  readonly depth?: Frame['depth'];
  /** Counts its usage. Default: the meter of the task. */
  readonly meter?: Meter;
  /** Why the trigger rule skips it; left out: it runs. */
  readonly skip?: Skip;
  /** Runs it again even if it completed in an earlier attempt: each round of a director builds on the round before. */
  readonly anew?: boolean;
}

/** The position of an evaluator that iterates. It is all that the evaluator needs in order to continue. */
export interface Cursor {
  /** Index of the next element, from 0. */
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
  /** Journal path of the attempt. All its keys lie below it. */
  readonly path: JournalPath;
  /** The same path without the sample or the try that this attempt is. */
  readonly root: JournalPath;
  /** The names that the task sees. Throws `TASK_FAILURE` if an input has no value. */
  readonly environment: Environment;
  /** The same names without the inputs. */
  readonly before: Environment;
  readonly signal: AbortSignal;
  /** How long the task keeps retrying. */
  readonly patience: Patience;
  /** Counts the usage of the task and of all that contains it. */
  readonly meter: Meter;
  /**
   * Models that were found missing, as `provider:name`. The task and its later attempts call their fallbacks instead.
   */
  readonly absent: Set<string>;
  /** Where the evaluator is. The next attempt reads it and continues from there. */
  cursor: Cursor | undefined;
  /** The same path in the attempt with another number. */
  pathIn(number: number): JournalPath;
  /** The inputs, evaluated. Throws like `environment`. */
  inputs(): Readonly<Record<string, Json>>;
  /**
   * The names that the expressions can use; without the inputs if one has no value. Values that the expressions read
   * are whole, not views.
   */
  names(expressions: readonly (string | undefined)[]): Promise<JsonObject>;
  /**
   * Records that the task has started; containers call it. `parts`: how many items, steps or tasks it goes through.
   */
  started(parts?: number): void;
  /** To be called before an effect: waits for a slot, which is held until the attempt ends. */
  begin(): Promise<void>;
  /** Waits for something that is not an effect of its own, and gives its slot, if it has one, to others meanwhile. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
  /**
   * Performs an effect within the time that is left of the attempt's `timeout_ms`. Waiting for slots and keys does not
   * count.
   */
  timed<T>(perform: (signal: AbortSignal) => Promise<T>): Promise<{ readonly value: T; readonly durationMs: number }>;
  /**
   * Runs a task that this one contains. A part that completed in an earlier attempt does not run again: a container
   * keeps its completed parts.
   */
  part(task: PlannedTask, options?: PartOptions): Promise<TaskEnd>;
  /**
   * Runs an attempt nested in this one, such as a sample of a vote. It has a slot and a clock of its own, and another
   * run, signal or meter where `other` gives them.
   */
  within<T>(
    kind: PathKind,
    name: string | number,
    use: (attempt: Attempt) => Promise<T>,
    other?: Partial<Pick<Frame, 'run' | 'signal' | 'meter'>>,
  ): Promise<T>;
  /**
   * The value for a name. The first caller makes it; every other caller within the attempt gets the same: the samples
   * of a vote, the tries of best_of.
   */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** Warns of something about the task, in words for a person. */
  warn(message: string): void;
}

/**
 * Evaluates one attempt at a task of a type. It throws the errors of its effects; the caller turns them into an
 * outcome.
 */
export type Evaluate<K extends TaskType> = (
  task: Extract<PlannedTask, { type: K }>,
  attempt: Attempt,
) => Promise<Outcome>;
