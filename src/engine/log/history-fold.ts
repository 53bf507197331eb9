import { AppError } from '@/base/errors';
import type { Json } from '@/base/json';
import { isOneStep } from '@/run/breakpoint';
import type { EventOf, RunEvent } from '@/run/events';
import { parseIsoTime } from '@/run/iso-time';
import { findInstance, findTasksAround, type JournalPath } from '@/run/journal-path';
import { IterationNotes } from '../iterations/iteration-notes';
import {
  addFailedTry,
  advanceLoopCursor,
  advancePipelineCursor,
  isBefore,
  readEndedRound,
  readPipelineStep,
  readTriedStep,
} from './history-cursors';
import { readHistoryJson, writeHistoryJson } from './history-json';
import { PathIndex } from './path-index';
import {
  buildEmittedKey,
  type EndEvent,
  type FailedTries,
  isStep,
  type LoopCursor,
  type PipelineCursor,
  type RunGap,
  type RunHistory,
  type StepEvent,
} from './run-history';

/** Fewest rounds before the last one of a loop whose ends are kept. */
const keptRounds = 200;

/** What a history is read for. */
export interface HistoryOptions {
  readonly planHash: string;
  /** Whether the results of nested tasks are needed after their containers have ended. Default: no. */
  readonly keepsHistory?: boolean;
  /** The largest number of earlier rounds that a loop of the plan puts into the prompt of the next one. */
  readonly roundsInPrompt?: number;
}

/** Kinds that inform followers, and are written once for each path. */
const emittedOnceKinds: ReadonlySet<RunEvent['kind']> = new Set([
  'iteration.logged',
  'input.requested',
  'reparse.done',
  'resource.warning',
  'resource.exhausted',
  'output.truncated',
  'output.stored',
]);

/**
 * What an evaluator needs from the log of a run: a fold over its events that forgets. Once a task has ended, nothing
 * inside it is needed any more. A loop needs only its last round, a pipeline only its last step, with a summary of
 * those before. So the fold does not grow with the run, but with the number of tasks that are open at once.
 */
export class RunHistoryFold {
  readonly #options: HistoryOptions;
  #lastSeq = 0;
  #startedAt: number | undefined;
  #lastAt: number | undefined;
  #gaps: RunGap[] = [];
  #end: RunHistory['end'];
  #endedCount = 0;
  #lastStep = false;
  #iterations = new IterationNotes();
  readonly #steps = new Map<JournalPath, StepEvent>();
  readonly #ended = new Map<JournalPath, EndEvent>();
  readonly #started = new Map<JournalPath, EventOf<'task.started'>>();
  readonly #retries = new Map<JournalPath, EventOf<'task.retrying'>[]>();
  readonly #loops = new Map<JournalPath, LoopCursor>();
  readonly #pipelines = new Map<JournalPath, PipelineCursor>();
  readonly #failedTries = new Map<JournalPath, FailedTries>();
  readonly #told = new Map<JournalPath, Set<string>>();
  readonly #choices = new Map<JournalPath, EventOf<'context.planned'>[]>();
  readonly #pruned = new Map<JournalPath, Set<string>>();
  readonly #restored: EventOf<'compaction.restored'>[] = [];
  readonly #index = new PathIndex();

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** The fold that {@link RunHistoryFold.toJson} wrote; undefined: the version or the form is another. */
  static fromJson(json: string, options: HistoryOptions): RunHistoryFold | undefined {
    const read = readHistoryJson(json);
    const iterations = read && parseIterationNotes(read.iterations);
    if (read === undefined || iterations === undefined) return undefined;
    const fold = new RunHistoryFold(options);
    for (const event of read.retained) fold.#take(event);
    for (const [path, keys] of read.told) fold.#tell(path, keys);
    for (const [path, ids] of read.pruned) fold.#prune(path, ids);
    for (const [path, cursor] of read.loops) fold.#loops.set(path, cursor);
    for (const [path, cursor] of read.pipelines) {
      fold.#pipelines.set(path, cursor);
      fold.#index.add(path);
    }
    for (const [path, tries] of read.failedTries ?? []) {
      fold.#failedTries.set(path, tries);
      fold.#index.add(path);
    }
    fold.#lastSeq = read.lastSeq;
    fold.#startedAt = read.startedAt;
    fold.#lastAt = read.lastAt;
    fold.#gaps = [...read.gaps];
    fold.#end = read.end;
    fold.#endedCount = read.endedCount;
    fold.#iterations = iterations;
    fold.#lastStep = read.lastStep ?? false;
    return fold;
  }

  /** Number of the last event that was folded in; 0 before the first. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** What the open iterations have done so far. */
  get iterations(): IterationNotes {
    return this.#iterations;
  }

  /** Approximate number of events held. */
  get size(): number {
    return this.#steps.size + this.#ended.size + this.#started.size + this.#told.size;
  }

  /**
   * Takes the next event. Throws an `AppError` (`VALIDATION_ERROR`) if the log was written under another plan, whose
   * steps would be mistaken for those of this one.
   */
  apply(event: RunEvent): void {
    this.#take(event);
    this.#iterations.apply(event);
  }

  #take(event: RunEvent): void {
    this.#lastSeq = event.seq;
    const [before, now] = [this.#lastAt, parseIsoTime(event.t)];
    this.#lastAt = now;
    if (emittedOnceKinds.has(event.kind)) this.#tell(event.path, [buildEmittedKey(event)]);
    switch (event.kind) {
      case 'run.started':
        if (event.data.planHash !== this.#options.planHash) throw createOtherPlanError();
        this.#startedAt = parseIsoTime(event.t);
        return;
      case 'run.resumed':
        if (event.data.reason === 'reload' && before !== undefined) this.#gaps.push({ from: before, to: now });
        return;
      case 'run.completed':
        this.#end = 'completed';
        return;
      case 'run.failed':
        this.#end = 'failed';
        return;
      case 'run.cancelled':
        this.#end = 'cancelled';
        return;
      case 'task.started':
        this.#started.set(event.path, event);
        this.#index.add(event.path);
        return;
      case 'task.retrying':
        pushToList(this.#retries, event.path, event);
        this.#index.add(event.path);
        return;
      case 'task.completed':
      case 'task.failed':
      case 'task.skipped':
        this.#endTask(event);
        return;
      case 'iteration.logged':
        this.#endIteration(event);
        return;
      case 'compaction.restored':
        this.#restored.push(event);
        return;
      case 'outputs.pruned':
        this.#prune(event.path, event.data.pruned);
        return;
      default:
        if (event.kind === 'input.provided' && event.data.kind === 'breakpoint') {
          this.#lastStep = isOneStep(event.result ?? '') === true;
        }
        if (isStep(event)) this.#addStep(event);
    }
  }

  /** The history up to the last event. Later events do not change it. */
  history(): RunHistory {
    const told = new Set<string>();
    for (const keys of this.#told.values()) for (const key of keys) told.add(key);
    return {
      lastSeq: this.#lastSeq,
      startedAt: this.#startedAt,
      lastAt: this.#lastAt,
      gaps: [...this.#gaps],
      end: this.#end,
      steps: new Map(this.#steps),
      ended: new Map(this.#ended),
      endedCount: this.#endedCount,
      started: new Map(this.#started),
      lastStep: this.#lastStep,
      retries: copyLists(this.#retries),
      loops: new Map(this.#loops),
      pipelines: new Map(this.#pipelines),
      failedTries: new Map(this.#failedTries),
      told,
      choices: copyLists(this.#choices),
      pruned: new Map([...this.#pruned].map(([path, ids]) => [path, new Set(ids)])),
      restored: [...this.#restored],
    };
  }

  /** Everything that a snapshot stores. */
  toJson(): string {
    const held: RunEvent[] = [...this.#steps.values(), ...this.#ended.values(), ...this.#started.values()];
    for (const events of this.#retries.values()) held.push(...events);
    // The choices of tasks that have not ended are among the steps already.
    for (const events of this.#choices.values()) held.push(...events.filter(({ path }) => !this.#steps.has(path)));
    held.push(...this.#restored);
    return writeHistoryJson({
      lastSeq: this.#lastSeq,
      startedAt: this.#startedAt,
      lastAt: this.#lastAt,
      gaps: this.#gaps,
      end: this.#end,
      endedCount: this.#endedCount,
      lastStep: this.#lastStep,
      iterations: this.#iterations.toJson(),
      told: listSetEntries(this.#told),
      pruned: listSetEntries(this.#pruned),
      loops: [...this.#loops],
      pipelines: [...this.#pipelines],
      failedTries: [...this.#failedTries],
      retained: held.sort((one, other) => one.seq - other.seq),
    });
  }

  #addStep(event: StepEvent): void {
    const step = readPipelineStep(event);
    if (step !== undefined) {
      const before = this.#pipelines.get(step.within);
      this.#pipelines.set(step.within, advancePipelineCursor(before, step.record, step.n));
      this.#failedTries.delete(step.within);
      if (before === undefined) this.#index.add(step.within);
      const [task] = findTasksAround(step.within);
      for (const path of this.#index.takeFrom(task, isBefore(step, 'step'))) this.#forget(path);
      return;
    }
    if (event.kind === 'context.planned') pushToList(this.#choices, findInstance(event.path) ?? '', event);
    this.#steps.set(event.path, event);
    this.#index.add(event.path);
  }

  #endTask(event: EndEvent): void {
    const { path } = event;
    if (!this.#ended.has(path)) this.#endedCount += 1;
    for (const inner of this.#index.takeBelow(path)) this.#forget(inner);
    // A task that was started is in the index already.
    if (!this.#started.delete(path)) this.#index.add(path);
    this.#retries.delete(path);
    this.#loops.delete(path);
    const choices = this.#choices.get(path);
    if (choices !== undefined) this.#choices.set(path, choices.map(dropPlannedText));
    this.#ended.set(path, event);
  }

  #endIteration(event: EventOf<'iteration.logged'>): void {
    const tried = readTriedStep(event);
    if (tried !== undefined) {
      const { within, n } = tried;
      this.#failedTries.set(within, addFailedTry(this.#failedTries.get(within), event, n));
      this.#index.add(within);
      return;
    }
    const round = readEndedRound(event);
    if (round === undefined) return;
    for (const path of this.#index.takeFrom(round.within, isBefore(round, 'iter'))) this.#forget(path);
    const kept = Math.max(keptRounds, this.#options.roundsInPrompt ?? 0);
    this.#loops.set(round.within, advanceLoopCursor(this.#loops.get(round.within), event, kept));
    this.#index.add(round.within);
  }

  #tell(path: JournalPath, keys: readonly string[]): void {
    const known = this.#told.get(path) ?? new Set();
    for (const key of keys) known.add(key);
    this.#told.set(path, known);
    if (path !== '') this.#index.add(path);
  }

  #prune(path: JournalPath, ids: readonly string[]): void {
    const gone = this.#pruned.get(path) ?? new Set();
    for (const id of ids) gone.add(id);
    this.#pruned.set(path, gone);
    if (path !== '') this.#index.add(path);
  }

  /** Drops everything that is known of a path. */
  #forget(path: JournalPath): void {
    this.#steps.delete(path);
    this.#started.delete(path);
    this.#retries.delete(path);
    this.#loops.delete(path);
    this.#pipelines.delete(path);
    this.#failedTries.delete(path);
    this.#told.delete(path);
    this.#choices.delete(path);
    this.#pruned.delete(path);
    // A history also contains the results of nested tasks.
    const isIncluded = this.#options.keepsHistory === true && this.#ended.get(path)?.kind !== 'task.skipped';
    if (!isIncluded) this.#ended.delete(path);
  }
}

function parseIterationNotes(json: Json): IterationNotes | undefined {
  try {
    return IterationNotes.of(json);
  } catch {
    return undefined;
  }
}

/** The error for a run whose workflow has changed since it started. */
export function createOtherPlanError(): AppError {
  return new AppError('VALIDATION_ERROR', 'This run was started with another version of the workflow.', {
    advice: 'Run the version that is stored with it, or start a new run.',
  });
}

/** The choice itself is enough after the task has ended; the text of the output is dropped. */
function dropPlannedText({ result: _text, full_result_len: _length, ref: _ref, ...event }: EventOf<'context.planned'>) {
  return event;
}

function pushToList<T>(lists: Map<JournalPath, T[]>, path: JournalPath, entry: T): void {
  const list = lists.get(path);
  if (list === undefined) lists.set(path, [entry]);
  else list.push(entry);
}

function copyLists<T>(lists: ReadonlyMap<JournalPath, readonly T[]>): ReadonlyMap<JournalPath, readonly T[]> {
  return new Map([...lists].map(([path, list]) => [path, [...list]]));
}

function listSetEntries(sets: ReadonlyMap<JournalPath, ReadonlySet<string>>): [JournalPath, string[]][] {
  return [...sets].map(([path, set]) => [path, [...set]]);
}
