import { cancelled } from '@/base/cancelled';
import { PriorityQueue } from './priority-queue';

interface Waiter {
  readonly go: () => void;
  readonly stop: () => void;
  readonly signal: AbortSignal;
}

/** The slots of `max_concurrency`. Only effects hold them. Waiters get one in order of rank (lowest first). */
export class Slots {
  #free: number;
  #closed = false;
  #handing = false;
  readonly #waiting = new PriorityQueue<Waiter>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves with a slot; return it with {@link give}. Rejects with `CANCELLED` on abort, and once closed. */
  take(rank: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted) return Promise.reject(cancelled('The run'));
    return new Promise((resolve, reject) => {
      const stop = () => reject(cancelled('The run'));
      const go = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.push(rank, { go, stop, signal });
      this.#handOut();
    });
  }

  give(): void {
    this.#free += 1;
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
        this.#free -= 1;
        waiter.go();
      }
    });
  }
}
