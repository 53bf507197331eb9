import { hashText } from '@/base/hash';

/** Choices that look random but depend only on a seed. */
export interface Dice {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** One of the values; the list must not be empty. */
  pick<T>(values: readonly T[]): T;
}

/** Dice that give the same results for the same seed (mulberry32, seeded with the seed's hash). */
export function createDice(seed: string): Dice {
  let state = Number.parseInt(hashText(seed).slice(0, 8), 16);
  const drawNext = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawBetween = (low: number, high: number) => low + Math.floor(drawNext() * (high - low + 1));
  return {
    next: drawNext,
    between: drawBetween,
    pick: <T>(values: readonly T[]) => {
      const value = values[drawBetween(0, values.length - 1)];
      if (value === undefined) throw new RangeError('Nothing to pick from.');
      return value;
    },
  };
}
