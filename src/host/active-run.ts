import { type Failure, toFailure } from '@/base/errors';
import type { HistoryCommands } from '@/engine/compaction/history-commands';
import type { Recording } from '@/engine/log/recording';
import type { Person } from '@/engine/ports/person';
import type { Execution } from '@/run/runner';
import { evaluateRun, type Stops } from './evaluate-run';
import { lossOf } from './fence-stores';
import type { RunHostOptions } from './host-options';
import type { TakenRun } from './ownership';

/** How a run is to go on, where it is not as always. */
export interface RunWish {
  /** What its effects are taken from, where they are the same; left out: for a fork, the run that it is of. */
  readonly recording?: Recording | undefined;
  /** It is cancelled or paused at once: the engine itself writes how a run ends that was stopped. */
  readonly stop?: 'cancel' | 'pause';
  /** Done to the history of a paused run, which stays paused, in the place of its tasks. */
  readonly instead?: (commands: HistoryCommands) => Promise<void>;
}

interface Surroundings {
  readonly options: RunHostOptions;
  readonly person: Person;
  /** Called when it is over or rests, before anybody is told. */
  readonly onOver: () => void;
}

/** A run that goes on in this process. It goes on from the moment that it is made. */
export class ActiveRun {
  readonly execution: Execution;
  /**
   * Resolves once its first events are durable, it waits for its code, or it is over; rejects if the engine gave it up
   * before any of these.
   */
  readonly started: Promise<void>;
  /** Resolves when it is over or rests: to why the engine gave it up, if it did. */
  readonly over: Promise<Failure | undefined>;
  readonly #stops: Stops = {
    cancel: new AbortController(),
    pause: new AbortController(),
    leave: new AbortController(),
  };
  #commands: HistoryCommands | undefined;
  #closed: Promise<unknown> = Promise.resolve();

  constructor(surroundings: Surroundings, taken: TakenRun, wish: RunWish) {
    this.execution = taken.execution;
    if (wish.stop !== undefined) this.#stops[wish.stop].abort();
    let tellStarted = () => {};
    const told = new Promise<void>((resolve) => {
      tellStarted = resolve;
    });
    const end = this.#evaluate(surroundings, taken, wish, tellStarted);
    this.over = end.then((broken) => broken && toFailure(broken.error));
    this.started = Promise.race([told, end.then(throwBroken)]);
    // Whoever has it go on need not wait for its start.
    this.started.catch(() => undefined);
  }

  /** Ends it: what is in flight is stopped, what is done is kept. */
  cancel(): void {
    this.#stops.cancel.abort();
  }

  /** Stops what is in flight; it waits until it is resumed. */
  pause(): void {
    this.#stops.pause.abort();
  }

  /** Lets go of it for another process: what is in flight is stopped, and nothing is said of it in the log. */
  leave(): void {
    this.#stops.leave.abort();
  }

  /** Whether it was asked to pause, or to be left, and will soon go on here no more. */
  get isComingToRest(): boolean {
    return this.#stops.pause.signal.aborted || this.#stops.leave.signal.aborted;
  }

  /** By what a person may reach into it; undefined until it has been opened. */
  get commands(): HistoryCommands | undefined {
    return this.#commands;
  }

  /** Resolves when it is over and what its tools had opened is closed. */
  async closed(): Promise<void> {
    await this.over;
    await this.#closed;
  }

  /** Resolves when it is over: to why the engine gave it up, if it did. */
  async #evaluate(
    { options, person, onOver }: Surroundings,
    taken: TakenRun,
    wish: RunWish,
    tellStarted: () => void,
  ): Promise<{ readonly error: unknown } | undefined> {
    const { listener } = options;
    const { id: executionId, workflowId } = taken.execution;
    const name = { executionId, workflowId };
    const hinder = (failure: Failure | undefined) => listener.hindered(name, failure ?? null);
    let isIncluded = false;
    try {
      await evaluateRun(options, {
        ...taken,
        stops: this.#stops,
        person,
        recording: wish.recording,
        ...(wish.instead === undefined ? {} : { instead: wish.instead }),
        onEvents: (batch) => {
          listener.events(name, batch);
          // What waited in a process that had it before, and died, was told by that.
          if (!isIncluded) listener.waits(name, []);
          isIncluded = true;
          tellStarted();
        },
        onDelta: (delta) => listener.delta(name, delta),
        onWaits: (waits) => listener.waits(name, waits),
        onStorageFull: hinder,
        onCodeMissing: (failure) => {
          // It is kept, and waits for its code: nobody need wait with it to see it.
          tellStarted();
          hinder(failure);
        },
        onOpen: (commands) => {
          this.#commands = commands;
        },
        onClosing: (closed) => this.#waitFor(closed),
      });
      return undefined;
    } catch (error) {
      const isGone = lossOf(error) === 'gone';
      if (isGone) listener.gone(name);
      // Who has it now tells how it goes.
      if (isGone || this.#stops.leave.signal.aborted) return undefined;
      listener.gaveUp(name, toFailure(error));
      return { error };
    } finally {
      onOver();
    }
  }

  #waitFor(closed: Promise<void>): void {
    this.#closed = Promise.all([this.#closed, closed]);
    // Whoever does not wait for it need not hear that it failed.
    this.#closed.catch(() => undefined);
  }
}

function throwBroken(broken: { readonly error: unknown } | undefined): void {
  if (broken !== undefined) throw broken.error;
}
