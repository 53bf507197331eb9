import { AppError, toFailure } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { EventOf, RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import { writeRunState } from '@/run/state-json';
import type { EngineDeps } from '../deps';
import type { EventLog } from './event-log';
import { pipelineStepOf } from './history-cursors';
import type { RunHistoryFold } from './history-fold';
import { unsaved } from './planned-tasks';
import { viewBefore } from './view-before';

type Why = EventOf<'checkpoint.saved'>['data']['why'];

/** A snapshot is taken after so many events, whatever the plan says: taking a run up reads about as many. */
const longest = 10_000;

/** So many events are worth a snapshot when a run ends or rests. */
const worthIt = 1000;

/** What took less than this is done again sooner than a snapshot of it is of use; in ms. */
const leastMs = 500;

/** So many events at least are folded into the state of the run at once: more, where a fold copies more. */
const folded = 1000;

/** Events that are held at most while no snapshot of them is of use: a run that ends before one is spares the fold. */
const held = 50_000;

/**
 * How many times as long as the last snapshot took nothing is saved after it: those that a plan asks for take a
 * twentieth of the time.
 */
const pauses: Readonly<Record<Why, number>> = { interval: 20, hook: 4, length: 4, rest: 0 };

/** What a snapshot that failed counts as, in ms: it is not tried again at once. */
const failedMs = 500;

export interface CheckpointerOptions {
  readonly executionId: string;
  readonly plan: Plan;
  readonly deps: EngineDeps;
  /** Is told of each event before the checkpointer is. */
  readonly fold: RunHistoryFold;
  /** Number of the event of the snapshot that the run was taken up from; 0: none. */
  readonly savedSeq: number;
}

/**
 * Takes snapshots of a run while it goes on: what its evaluator needs of the log, and its state, both as of the same
 * event. One at a time, without anyone waiting for it. One that cannot be saved is no loss, as the log has all: it is
 * tried again later.
 */
export class Checkpointer {
  readonly #options: CheckpointerOptions;
  readonly #isUnsaved: (path: string) => boolean;
  #log: EventLog | undefined;
  /** Number of the last event of earlier processes. */
  readonly #before: number;
  /** Undefined: it is still to be read, as earlier processes left it. */
  #view: RunState | undefined;
  /** Events that are not in the view yet. */
  #pending: RunEvent[] = [];
  #savedSeq: number;
  #savedAt: number;
  #tookMs = 0;
  #wanted: Why | undefined;
  #opening: Promise<void> | undefined;
  #saving: Promise<void> | undefined;
  #hasWarned = false;
  #isClosed: boolean;

  constructor(options: CheckpointerOptions) {
    const { plan, deps, fold, savedSeq } = options;
    this.#options = options;
    this.#isUnsaved = unsaved(plan);
    this.#savedSeq = savedSeq;
    this.#savedAt = deps.clock.now();
    this.#view = fold.lastSeq === 0 ? emptyRun : undefined;
    this.#before = fold.lastSeq;
    this.#isClosed = !plan.checkpoint.enabled;
  }

  /** To be called before anything is appended to the log. */
  open(log: EventLog): void {
    this.#log = log;
  }

  /** Takes in an event that was just appended. */
  follow(event: RunEvent): void {
    if (this.#isClosed) return;
    this.#pending.push(event);
    if (this.#isFoldDue()) this.#foldIn();
    this.#wanted ??= this.#dueAfter(event);
    this.#saveIfDue();
  }

  /** Asks for a snapshot after a hook of the plan. */
  hook(): void {
    this.#wanted = 'hook';
    this.#saveIfDue();
  }

  /**
   * Takes the last snapshot of a run that ends or rests, if much has happened since the one before. None is taken after
   * it.
   */
  async rest(): Promise<void> {
    await this.#saving;
    const isWorthIt = this.#options.fold.lastSeq - this.#savedSeq >= worthIt;
    if (!this.#isClosed && isWorthIt && this.#sinceMs() >= leastMs) {
      await this.#open();
      await this.#saving;
      if (this.#view !== undefined) await this.#save('rest');
    }
    await this.close();
  }

  /** Takes no more snapshots. Resolves when none is being saved any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#saving;
  }

  #dueAfter(event: RunEvent): Why | undefined {
    const { plan, fold } = this.#options;
    const { every } = plan.checkpoint;
    if (event.kind === 'checkpoint.saved') return undefined;
    // What is long to write is written less often, so that all snapshots of a run together cost no more than its log.
    const isLong = event.seq - this.#savedSeq >= Math.max(longest, fold.size);
    if (isLong && this.#sinceMs() >= leastMs) return 'length';
    const isDue =
      typeof every === 'number'
        ? this.#sinceMs() >= every
        : every === 'task'
          ? event.kind === 'task.completed' && !this.#isUnsaved(event.path)
          : every === 'step' && pipelineStepOf(event) !== undefined;
    return isDue ? 'interval' : undefined;
  }

  #saveIfDue(): void {
    const why = this.#wanted;
    if (why === undefined || this.#isClosed || this.#saving !== undefined) return;
    if (this.#sinceMs() < pauses[why] * this.#tookMs) return;
    if (this.#view === undefined) void this.#open().then(() => this.#saveIfDue());
    else {
      this.#saving = this.#save(why).finally(() => {
        this.#saving = undefined;
      });
    }
  }

  /** Never rejects. */
  async #save(why: Why): Promise<void> {
    const { executionId, plan, deps, fold } = this.#options;
    const { clock, checkpoints } = deps;
    const upTo = fold.lastSeq;
    const savedBefore = this.#savedSeq;
    const begunAt = clock.now();
    this.#wanted = undefined;
    this.#savedSeq = upTo;
    this.#savedAt = begunAt;
    try {
      this.#foldIn();
      const view = writeRunState(this.#view ?? emptyRun);
      const checkpoint = { seq: upTo, planHash: plan.hash, history: fold.toJson(), view };
      const madeMs = Math.max(0, clock.now() - begunAt);
      await this.#log?.flush();
      const storedAt = clock.now();
      const bytes = await checkpoints.save(executionId, checkpoint);
      const durationMs = madeMs + Math.max(0, clock.now() - storedAt);
      this.#tookMs = durationMs;
      if (!this.#isClosed) {
        this.#log?.append({ kind: 'checkpoint.saved', path: '', data: { upTo, bytes, why, durationMs } });
      }
    } catch (error) {
      this.#savedSeq = savedBefore;
      this.#tookMs = Math.max(this.#tookMs, failedMs);
      this.#tellOf(error);
    }
    this.#savedAt = clock.now();
  }

  /** Reads the state that earlier processes left. Never rejects: without it no snapshot can be taken. */
  #open(): Promise<void> {
    if (this.#view !== undefined) return Promise.resolve();
    const { executionId, deps } = this.#options;
    this.#opening ??= viewBefore(executionId, this.#before, deps).then(
      (view) => {
        this.#view = view;
      },
      (error: unknown) => {
        this.#tellOf(error);
        this.#isClosed = true;
        this.#pending = [];
      },
    );
    return this.#opening;
  }

  #isFoldDue(): boolean {
    const { length } = this.#pending;
    if (length < folded || length < (this.#view?.tasks.size ?? 0)) return false;
    return length >= held || this.#sinceMs() >= leastMs;
  }

  #foldIn(): void {
    if (this.#view === undefined) {
      void this.#open();
      return;
    }
    this.#view = reduceRun(this.#view, this.#pending);
    this.#pending = [];
  }

  /** A storage without room is told of by the log itself. */
  #tellOf(error: unknown): void {
    if (this.#hasWarned || this.#isClosed || (error instanceof AppError && error.code === 'STORAGE_FULL')) return;
    this.#hasWarned = true;
    const message = `No snapshot of the run could be saved, so resuming it takes longer: ${toFailure(error).message}`;
    this.#log?.append({ kind: 'resource.warning', path: '', data: { message } });
  }

  /** ms since the last snapshot, or since a clock was set back to before it. */
  #sinceMs(): number {
    const now = this.#log?.lastTime ?? this.#savedAt;
    this.#savedAt = Math.min(this.#savedAt, now);
    return now - this.#savedAt;
  }
}
