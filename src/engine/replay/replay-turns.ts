import { AppError } from '@/base/errors';

/**
 * How often in a row nothing may happen before it is taken that nothing goes on: all that waits for nothing outside is
 * done in one.
 */
const quietTurns = 2;

/** Who waits for the turn of an event. `at`: its time, in ms since 1970. */
interface Parked {
  readonly seq: number;
  readonly at: number;
  readonly go: () => void;
}

interface Sleeper {
  readonly due: number;
  readonly go: () => void;
}

/**
 * Says in which order things happen in a replay: one recorded effect is handed out after the other, in the order of the
 * log, each when nothing else goes on any more, and the time is that of the log. So what hangs on who was first comes
 * out as it did.
 */
export class ReplayTurns {
  readonly #settle: () => Promise<void>;
  readonly #parked: Parked[] = [];
  readonly #sleeping = new Set<Sleeper>();
  #now: number;
  #hasJustHung = false;
  #busy = 0;
  #activity = 0;

  /** `settle` resolves after all that is ready has been done; `now` is when the run was started, in ms since 1970. */
  constructor(settle: () => Promise<void>, now: number) {
    this.#settle = settle;
    this.#now = now;
  }

  /** Does work that waits for something outside of the evaluator. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    this.#activity += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.#activity += 1;
    }
  }

  /** ms since 1970, as the log tells it. */
  get now(): number {
    return this.#now;
  }

  /** Resolves when it is the turn of an event, which has a time in ms since 1970. */
  park(seq: number, at: number): Promise<void> {
    this.#activity += 1;
    return new Promise((go) => this.#parked.push({ seq, at, go }));
  }

  /**
   * Resolves when the time has come; rejects with `CANCELLED` on abort. What limits the time of an effect that hangs
   * never comes.
   */
  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#hasJustHung) return this.hang(signal);
    this.#activity += 1;
    return new Promise((go, reject) => {
      const sleeper = { due: this.#now + Math.max(0, ms), go };
      const leave = () => {
        this.#sleeping.delete(sleeper);
        this.#activity += 1;
        reject(stopped());
      };
      this.#sleeping.add(sleeper);
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** An effect that is not performed: never resolves; rejects with `CANCELLED` on abort. */
  hang(signal: AbortSignal): Promise<never> {
    this.#activity += 1;
    // Who limits its time does so at once.
    this.#hasJustHung = true;
    void Promise.resolve().then(() => {
      this.#hasJustHung = false;
    });
    return new Promise((_resolve, reject) => {
      const leave = () => {
        this.#activity += 1;
        reject(stopped());
      };
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Hands out turns until `work` is done, or nothing can go on: resolves to which of the two. */
  async run(work: Promise<unknown>): Promise<'done' | 'stuck'> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    for (;;) {
      await this.#quiet(() => isDone);
      if (isDone) return 'done';
      if (!this.#next()) return 'stuck';
    }
  }

  async #quiet(isDone: () => boolean): Promise<void> {
    let seen = this.#activity;
    for (let turns = 0; turns < quietTurns && !isDone(); ) {
      await this.#settle();
      turns = this.#busy === 0 && seen === this.#activity ? turns + 1 : 0;
      seen = this.#activity;
    }
  }

  /** The next event of the log, or who sleeps no longer than to its time. */
  #next(): boolean {
    const first = least(this.#parked, ({ seq }) => seq);
    const sleeper = least([...this.#sleeping], ({ due }) => due);
    if (sleeper !== undefined && (first === undefined || sleeper.due <= first.at)) {
      this.#sleeping.delete(sleeper);
      this.#now = Math.max(this.#now, sleeper.due);
      sleeper.go();
      return true;
    }
    if (first === undefined) return false;
    this.#parked.splice(this.#parked.indexOf(first), 1);
    this.#now = Math.max(this.#now, first.at);
    first.go();
    return true;
  }
}

function least<T>(all: readonly T[], of: (one: T) => number): T | undefined {
  return all.reduce<T | undefined>(
    (found, one) => (found === undefined || of(one) < of(found) ? one : found),
    undefined,
  );
}

function stopped(): AppError {
  return new AppError('CANCELLED', 'The replay does not perform this.');
}
