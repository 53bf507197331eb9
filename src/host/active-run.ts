import { defined } from '@/base/defined';
import { type Failure, toFailure } from '@/base/errors';
import type { HistoryCommands } from '@/engine/compaction/history-commands';
import type { Recording } from '@/engine/log/recording';
import type { Person } from '@/engine/ports/person';
import type { Execution } from '@/run/runner';
import { evaluateRun, type Stops } from './evaluate-run';
import { findLoss } from './fence-stores';
import type { EquippedHost } from './host-options';
import type { TakenRun } from './ownership';

/** How a run continues, where this differs from the default. */
export interface RunOptions {
  /** Recorded effects to reuse where they are the same; left out: a fork reuses those of the run it was forked from. */
  readonly recording?: Recording | undefined;
  /** Cancels or pauses the run at once. The run is still opened, because the engine writes how a stopped run ends. */
  readonly stop?: 'cancel' | 'pause';
  /** Changes the history of a paused run, instead of running its tasks. The run stays paused. */
  readonly instead?: (commands: HistoryCommands) => Promise<void>;
}

interface Surroundings {
  readonly options: EquippedHost;
  readonly person: Person;
  /** Called when the run is over or rests, before `over` resolves. */
  readonly onOver: () => void;
}

/** A run that this process is running. It runs from its construction on. */
export class ActiveRun {
  readonly execution: Execution;
  /**
   * Resolves once its first events are durable, it waits for its code, or it is over; rejects if the engine gives it up
   * before that.
   */
  readonly started: Promise<void>;
  /** Resolves when it is over or rests: to the reason if the engine gave it up. */
  readonly over: Promise<Failure | undefined>;
  readonly #stops: Stops = {
    cancel: new AbortController(),
    pause: new AbortController(),
    leave: new AbortController(),
  };
  #commands: HistoryCommands | undefined;
  #closed: Promise<unknown> = Promise.resolve();

  constructor(surroundings: Surroundings, taken: TakenRun, wish: RunOptions) {
    this.execution = taken.execution;
    if (wish.stop !== undefined) this.#stops[wish.stop].abort();
    let markStarted = () => {};
    const begun = new Promise<void>((resolve) => {
      markStarted = resolve;
    });
    const end = this.#evaluate(surroundings, taken, wish, markStarted);
    this.over = end.then((broken) => broken && toFailure(broken.error));
    this.started = Promise.race([begun, end.then(throwBroken)]);
    // A caller that continues a run need not wait for its start.
    this.started.catch(() => undefined);
  }

  /** Ends the run: effects in flight are stopped, finished work is kept. */
  cancel(): void {
    this.#stops.cancel.abort();
  }

  /** Stops effects in flight; the run waits until it is resumed. */
  pause(): void {
    this.#stops.pause.abort();
  }

  /** Releases the run for another process: effects in flight are stopped, and nothing is logged. */
  leave(): void {
    this.#stops.leave.abort();
  }

  /** Whether it was asked to pause, or to be released, and will soon stop running in this process. */
  get isComingToRest(): boolean {
    return this.#stops.pause.signal.aborted || this.#stops.leave.signal.aborted;
  }

  /** Commands that change its history; undefined until the run has been opened. */
  get commands(): HistoryCommands | undefined {
    return this.#commands;
  }

  /** Resolves when it is over and the connections of its tools are closed. */
  async closed(): Promise<void> {
    await this.over;
    await this.#closed;
  }

  /** Resolves when it is over: to the reason if the engine gave it up. */
  async #evaluate(
    { options, person, onOver }: Surroundings,
    taken: TakenRun,
    wish: RunOptions,
    markStarted: () => void,
  ): Promise<{ readonly error: unknown } | undefined> {
    const { listener } = options;
    const { id: executionId, workflowId } = taken.execution;
    const name = { executionId, workflowId };
    const tellHindered = (failure: Failure | undefined) => listener.hindered(name, failure ?? null);
    let isIncluded = false;
    try {
      await evaluateRun(options, {
        ...taken,
        stops: this.#stops,
        person,
        recording: wish.recording,
        ...defined({ instead: wish.instead }),
        onEvents: (batch) => {
          listener.events(name, batch);
          // Clears the waiting calls of a process that ran it before and died.
          if (!isIncluded) listener.waits(name, []);
          isIncluded = true;
          markStarted();
        },
        onDelta: (delta) => listener.delta(name, delta),
        onWaits: (waits) => listener.waits(name, waits),
        onStorageFull: tellHindered,
        onCodeMissing: (failure) => {
          // The run is stored and waits for its code: its caller can show it without waiting too.
          markStarted();
          tellHindered(failure);
        },
        onOpen: (commands) => {
          this.#commands = commands;
        },
        onClosing: (closed) => this.#waitFor(closed),
      });
      return undefined;
    } catch (error) {
      const isGone = findLoss(error) === 'gone';
      if (isGone) listener.gone(name);
      // The process that runs it now reports how it continues.
      if (isGone || this.#stops.leave.signal.aborted) return undefined;
      listener.gaveUp(name, toFailure(error));
      return { error };
    } finally {
      onOver();
    }
  }

  #waitFor(closed: Promise<void>): void {
    this.#closed = Promise.all([this.#closed, closed]);
    // A failure to close concerns only callers that wait for it.
    this.#closed.catch(() => undefined);
  }
}

function throwBroken(broken: { readonly error: unknown } | undefined): void {
  if (broken !== undefined) throw broken.error;
}
