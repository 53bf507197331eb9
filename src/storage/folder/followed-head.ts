import type { RunEvent } from '@/run/events';
import { advanceHead, type RunHead } from '@/run/run-head';

/** Events folded at once. */
const batch = 1000;

/**
 * The head of a run that is kept up to date with what is appended, so that no log is read for it. Not known until
 * somebody has told it.
 */
export class FollowedHead {
  #head: RunHead | undefined;
  #fresh: RunEvent[] = [];

  /** From here on it is followed; undefined: not any more. */
  follow(head: RunHead | undefined): void {
    this.#head = head;
    this.#fresh = [];
  }

  append(events: readonly RunEvent[]): void {
    if (this.#head === undefined) return;
    this.#fresh.push(...events);
    if (this.#fresh.length >= batch) this.fold();
  }

  /** As of the last event; undefined: not known. */
  fold(): RunHead | undefined {
    if (this.#head !== undefined) this.#head = advanceHead(this.#head, this.#fresh);
    this.#fresh = [];
    return this.#head;
  }
}
