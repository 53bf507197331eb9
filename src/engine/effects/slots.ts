import { createCancelledError } from '@/base/cancelled';
import type { Clock } from '../ports/machine';
import { computeElapsedMs } from './elapsed';
import { PriorityQueue } from './priority-queue';

interface Waiter {
  readonly go: () => void;
  readonly stop: () => void;
  readonly signal: AbortSignal;
}

/** The slots of `max_concurrency`. Only effects hold them. Waiters get one in order of rank (lowest first). */
export class Slots {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #count: number;
  #free: number;
  /** When the last slot was returned; undefined while one is held. */
  #idleSince: number | undefined;
  #idleMs = 0;
  #closed = false;
  #handing = false;
  readonly #waiting = new PriorityQueue<Waiter>();

  constructor(count: number, clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#count = count;
    this.#free = count;
    this.#idleSince = clock.now();
  }

  /** How many ms nobody has held a slot so far: time in which the run only waited, such as for a person. */
  get idleMs(): number {
    return this.#idleMs + (this.#idleSince === undefined ? 0 : computeElapsedMs(this.#clock, this.#idleSince));
  }

  /** Resolves with a slot; return it with {@link give}. Rejects with `CANCELLED` on abort, and once closed. */
  take(rank: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted) return Promise.reject(createCancelledError('The run'));
    return new Promise((resolve, reject) => {
      const rejectAsCancelled = () => reject(createCancelledError('The run'));
      const grantSlot = () => {
        signal.removeEventListener('abort', rejectAsCancelled);
        resolve();
      };
      signal.addEventListener('abort', rejectAsCancelled);
      this.#waiting.push(rank, { go: grantSlot, stop: rejectAsCancelled, signal });
      this.#handOut();
    });
  }

  give(): void {
    this.#free += 1;
    if (this.#free === this.#count) this.#idleSince = this.#clock.now();
    this.#handOut();
  }

  /** Closes the slots: nobody gets one any more. */
  close(): void {
    this.#closed = true;
    for (let waiter = this.#waiting.pop(); waiter !== undefined; waiter = this.#waiting.pop()) waiter.stop();
  }

  /**
   * Gives out slots a moment later. So all waiters that become ready at the same moment compete by rank, not by order
   * of request.
   */
  #handOut(): void {
    if (this.#handing) return;
    this.#handing = true;
    Promise.resolve().then(() => {
      this.#handing = false;
      while (this.#free > 0) {
        const waiter = this.#waiting.pop();
        if (waiter === undefined) return;
        if (waiter.signal.aborted) continue;
        this.#idleMs = this.idleMs;
        this.#idleSince = undefined;
        this.#free -= 1;
        waiter.go();
      }
    });
  }
}
