import { cancelled } from './cancelled';
import { PriorityQueue } from './priority-queue';

interface Waiter {
  readonly go: () => void;
  readonly stop: () => void;
}

/** The places of `max_concurrency`, held by effects only. Who waits gets one in order of rank (lowest first). */
export class Slots {
  #free: number;
  #closed = false;
  #handing = false;
  readonly #waiting = new PriorityQueue<Waiter>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves with a slot taken; give it back with {@link give}. Rejects with `CANCELLED` once closed. */
  take(rank: number): Promise<void> {
    if (this.#closed) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      this.#waiting.push(rank, { go: resolve, stop: () => reject(cancelled()) });
      this.#handOut();
    });
  }

  give(): void {
    this.#free += 1;
    this.#handOut();
  }

  /** Nobody gets a slot any more. */
  close(): void {
    this.#closed = true;
    for (let waiter = this.#waiting.pop(); waiter !== undefined; waiter = this.#waiting.pop()) waiter.stop();
  }

  /** Not at once: all that become ready at the same moment compete by rank, not by who asked first. */
  #handOut(): void {
    if (this.#handing) return;
    this.#handing = true;
    Promise.resolve().then(() => {
      this.#handing = false;
      while (this.#free > 0) {
        const waiter = this.#waiting.pop();
        if (waiter === undefined) return;
        this.#free -= 1;
        waiter.go();
      }
    });
  }
}
