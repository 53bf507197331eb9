import type { RunEvent } from '@/run/events';
import { advanceHead, type RunHead } from '@/run/run-head';

/** Events folded at once. */
const batch = 1000;

/**
 * The head of a run, updated with each append, so that the log need not be read for it. Undefined until {@link follow}
 * is called.
 */
export class FollowedHead {
  #head: RunHead | undefined;
  #fresh: RunEvent[] = [];

  /** Starts to update this head; undefined: stops. */
  follow(head: RunHead | undefined): void {
    this.#head = head;
    this.#fresh = [];
  }

  append(events: readonly RunEvent[]): void {
    if (this.#head === undefined) return;
    this.#fresh.push(...events);
    if (this.#fresh.length >= batch) this.fold();
  }

  /** The head after the last event; undefined: not known. */
  fold(): RunHead | undefined {
    if (this.#head !== undefined) this.#head = advanceHead(this.#head, this.#fresh);
    this.#fresh = [];
    return this.#head;
  }
}
