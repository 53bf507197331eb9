import { AppError, toFailure } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { EventOf, RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import { writeRunState } from '@/run/state-json';
import type { EngineDeps } from '../deps';
import type { EventLog } from './event-log';
import { readPipelineStep } from './history-cursors';
import type { RunHistoryFold } from './history-fold';
import { createUnsavedTest } from './planned-tasks';
import { computeViewBefore } from './view-before';

type Why = EventOf<'checkpoint.saved'>['data']['why'];

/** Most events between two snapshots, whatever the plan says. Resuming a run reads about as many. */
const maxEventsBetween = 10_000;

/** Fewest events that are worth a snapshot when a run ends or rests. */
const minEventsAtRest = 1000;

/** Work that took less time than this, in ms, is repeated faster than a snapshot of it would help. */
const minMsBetween = 500;

/** Fewest events that are folded into the state of the run at once. A fold that copies more waits for more events. */
const minFoldBatch = 1000;

/** Most events that are held while a snapshot would not help yet. A run that ends before then never folds them. */
const maxPending = 50_000;

/**
 * The pause after a snapshot, as a multiple of the time that it took. So the snapshots that a plan asks for take a
 * twentieth of the time.
 */
const pauseFactors: Readonly<Record<Why, number>> = { interval: 20, hook: 4, length: 4, rest: 0 };

/** The time, in ms, that a failed snapshot counts as, so that the next attempt is not made at once. */
const failedCostMs = 500;

export interface CheckpointerOptions {
  readonly executionId: string;
  readonly plan: Plan;
  readonly deps: EngineDeps;
  /** Receives each event before the checkpointer does. */
  readonly fold: RunHistoryFold;
  /** Number of the last event of the snapshot that the run was resumed from; 0: none. */
  readonly savedSeq: number;
}

/**
 * Takes snapshots of a run while it continues: what its evaluator needs from the log, and its state, both at the same
 * event. It saves one at a time, and nobody waits for it. A snapshot that cannot be saved is no loss, because the log
 * has everything; it is tried again later.
 */
export class Checkpointer {
  readonly #options: CheckpointerOptions;
  readonly #isUnsaved: (path: string) => boolean;
  #log: EventLog | undefined;
  /** Number of the last event of earlier processes. */
  readonly #before: number;
  /** The state of the run; undefined until the state that earlier processes left has been read. */
  #view: RunState | undefined;
  /** Events that are not folded into the view yet. */
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
    this.#isUnsaved = createUnsavedTest(plan);
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

  /** Takes an event that was just appended. */
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
   * Takes the last snapshot of a run that ends or rests, if enough has happened since the one before. It takes none
   * after it.
   */
  async rest(): Promise<void> {
    await this.#saving;
    const isWorthIt = this.#options.fold.lastSeq - this.#savedSeq >= minEventsAtRest;
    if (!this.#isClosed && isWorthIt && this.#sinceMs() >= minMsBetween) {
      await this.#open();
      await this.#saving;
      if (this.#view !== undefined) await this.#save('rest');
    }
    await this.close();
  }

  /** Takes no more snapshots. Resolves when no save is in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#saving;
  }

  #dueAfter(event: RunEvent): Why | undefined {
    const { plan, fold } = this.#options;
    const { every } = plan.checkpoint;
    if (event.kind === 'checkpoint.saved') return undefined;
    // A large snapshot is saved less often, so that all snapshots of a run together cost no more than its log.
    const isLong = event.seq - this.#savedSeq >= Math.max(maxEventsBetween, fold.size);
    if (isLong && this.#sinceMs() >= minMsBetween) return 'length';
    const isDue =
      typeof every === 'number'
        ? this.#sinceMs() >= every
        : every === 'task'
          ? event.kind === 'task.completed' && !this.#isUnsaved(event.path)
          : every === 'step' && readPipelineStep(event) !== undefined;
    return isDue ? 'interval' : undefined;
  }

  #saveIfDue(): void {
    const why = this.#wanted;
    if (why === undefined || this.#isClosed || this.#saving !== undefined) return;
    if (this.#sinceMs() < pauseFactors[why] * this.#tookMs) return;
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
      this.#tookMs = Math.max(this.#tookMs, failedCostMs);
      this.#tellOf(error);
    }
    this.#savedAt = clock.now();
  }

  /** Reads the state that earlier processes left. Never rejects: if it fails, no snapshots are taken. */
  #open(): Promise<void> {
    if (this.#view !== undefined) return Promise.resolve();
    const { executionId, deps } = this.#options;
    this.#opening ??= computeViewBefore(executionId, this.#before, deps).then(
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
    if (length < minFoldBatch || length < (this.#view?.tasks.size ?? 0)) return false;
    return length >= maxPending || this.#sinceMs() >= minMsBetween;
  }

  #foldIn(): void {
    if (this.#view === undefined) {
      void this.#open();
      return;
    }
    this.#view = reduceRun(this.#view, this.#pending);
    this.#pending = [];
  }

  /** Warns once. The log itself reports a storage without room. */
  #tellOf(error: unknown): void {
    if (this.#hasWarned || this.#isClosed || (error instanceof AppError && error.code === 'STORAGE_FULL')) return;
    this.#hasWarned = true;
    const message = `No snapshot of the run could be saved, so resuming it takes longer: ${toFailure(error).message}`;
    this.#log?.append({ kind: 'resource.warning', path: '', data: { message } });
  }

  /** Time in ms since the last snapshot, or since the clock was set back to before it. */
  #sinceMs(): number {
    const now = this.#log?.lastTime ?? this.#savedAt;
    this.#savedAt = Math.min(this.#savedAt, now);
    return now - this.#savedAt;
  }
}
