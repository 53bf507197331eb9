/** How long, in ms, a run that no machine holds counts as moving where it is not known that it was given up. */
const patienceMs = 600_000;

/** Most runs that are remembered. */
const mostKnown = 10_000;

/**
 * Tells runs that another machine takes up by itself from those that were given up. What a machine gave up is known
 * there; elsewhere, a run that nobody took for ten minutes counts as given up.
 */
export class MovingRuns {
  readonly #now: () => number;
  readonly #freeSince = new Map<string, number>();
  readonly #givenUp = new Set<string>();

  /** `now`: ms of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The engine of this machine gave it up. */
  giveUp(id: string): void {
    if (this.#givenUp.size >= mostKnown) this.#givenUp.clear();
    this.#givenUp.add(id);
  }

  /** A machine holds it. */
  take(id: string): void {
    this.#givenUp.delete(id);
    this.#freeSince.delete(id);
  }

  /** Whether a run that no machine holds goes on by itself. */
  isMoving(id: string): boolean {
    if (this.#givenUp.has(id)) return false;
    const since = this.#freeSince.get(id);
    if (since !== undefined) return this.#now() - since < patienceMs;
    if (this.#freeSince.size >= mostKnown) this.#freeSince.clear();
    this.#freeSince.set(id, this.#now());
    return true;
  }
}
