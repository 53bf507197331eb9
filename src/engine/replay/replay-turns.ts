import { AppError } from '@/base/errors';

/**
 * How many quiet turns in a row mean that nothing can continue. All work that waits for nothing outside finishes in one
 * turn.
 */
const quietTurns = 2;

/** A wait for the turn of an event. `at`: time of the event, in ms since 1970. */
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
 * Controls the order of a replay. It hands out recorded effects one by one, in the order of the log, each only when no
 * other work is left. The clock shows the time of the log. So results that depend on who came first are the same as in
 * the run.
 */
export class ReplayTurns {
  readonly #settle: () => Promise<void>;
  readonly #parked: Parked[] = [];
  readonly #sleeping = new Set<Sleeper>();
  #now: number;
  #hasJustHung = false;
  #busy = 0;
  #activity = 0;

  /** `settle` resolves after all ready work is done. `now` is the start of the run, in ms since 1970. */
  constructor(settle: () => Promise<void>, now: number) {
    this.#settle = settle;
    this.#now = now;
  }

  /** Runs work that waits for something outside the evaluator. */
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

  /** The time in the log, in ms since 1970. */
  get now(): number {
    return this.#now;
  }

  /** Resolves when it is the turn of an event, whose time `at` is in ms since 1970. */
  park(seq: number, at: number): Promise<void> {
    this.#activity += 1;
    return new Promise((go) => this.#parked.push({ seq, at, go }));
  }

  /**
   * Resolves when the time has come; rejects with `CANCELLED` on abort. The time limit of a hanging effect never comes.
   */
  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#hasJustHung) return this.hang(signal);
    this.#activity += 1;
    return new Promise((go, reject) => {
      const sleeper = { due: this.#now + Math.max(0, ms), go };
      const leaveSleep = () => {
        this.#sleeping.delete(sleeper);
        this.#activity += 1;
        reject(createStoppedError());
      };
      this.#sleeping.add(sleeper);
      if (signal.aborted) leaveSleep();
      else signal.addEventListener('abort', leaveSleep);
    });
  }

  /** Replaces an effect that is not performed: never resolves; rejects with `CANCELLED` on abort. */
  hang(signal: AbortSignal): Promise<never> {
    this.#activity += 1;
    // The caller that limits its time sleeps right after this.
    this.#hasJustHung = true;
    void Promise.resolve().then(() => {
      this.#hasJustHung = false;
    });
    return new Promise((_resolve, reject) => {
      const leaveTurn = () => {
        this.#activity += 1;
        reject(createStoppedError());
      };
      if (signal.aborted) leaveTurn();
      else signal.addEventListener('abort', leaveTurn);
    });
  }

  /** Hands out turns until `work` is done or nothing can continue; resolves to which of the two. */
  async run(work: Promise<unknown>): Promise<'done' | 'stuck'> {
    let isDone = false;
    const endTurn = () => {
      isDone = true;
    };
    work.then(endTurn, endTurn);
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

  /** Lets the next event of the log continue, or a sleeper that is due before it. */
  #next(): boolean {
    const first = findLeast(this.#parked, ({ seq }) => seq);
    const sleeper = findLeast([...this.#sleeping], ({ due }) => due);
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

function findLeast<T>(all: readonly T[], figure: (entry: T) => number): T | undefined {
  return all.reduce<T | undefined>(
    (found, entry) => (found === undefined || figure(entry) < figure(found) ? entry : found),
    undefined,
  );
}

function createStoppedError(): AppError {
  return new AppError('CANCELLED', 'The replay does not perform this.');
}
