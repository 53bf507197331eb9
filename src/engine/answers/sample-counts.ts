/**
 * Which places are taken among the equal calls of a run. A run may make millions of calls, nearly all of them once:
 * such a call costs one number.
 */
export class SampleCounts {
  /** How many places are taken, from 1, without a gap, by {@link shortenHash}. */
  readonly #counts = new Map<number, number>();
  /** Places beyond the first gap. */
  readonly #others = new Map<number, Set<number>>();

  /** Takes a place of equal calls, or else the first that is free. */
  take(hash: string, place?: number): number {
    const key = shortenHash(hash);
    const count = this.#counts.get(key) ?? 0;
    const others = this.#others.get(key);
    const taken = place ?? count + 1;
    if (taken > count + 1) {
      this.#others.set(key, (others ?? new Set()).add(taken));
      return taken;
    }
    if (taken === count + 1) {
      let next = taken;
      while (others?.delete(next + 1)) next += 1;
      if (others?.size === 0) this.#others.delete(key);
      this.#counts.set(key, next);
    }
    return taken;
  }

  /** How many places are taken without a gap. */
  count(hash: string): number {
    return this.#counts.get(shortenHash(hash)) ?? 0;
  }

  /** Gives a place back, if no later one was taken: else it stays empty. */
  leave(hash: string, place: number): void {
    const key = shortenHash(hash);
    if (this.#counts.get(key) !== place) return;
    if (place === 1) this.#counts.delete(key);
    else this.#counts.set(key, place - 1);
  }
}

/** 52 bits of a hash, as a number. */
function shortenHash(hash: string): number {
  return Number.parseInt(hash.slice(0, 13), 16);
}
