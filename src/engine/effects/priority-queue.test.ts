import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PriorityQueue } from './priority-queue';

it('a queue gives the lowest rank first, and among equal ranks what came first, however it is filled', () => {
  /** Ranks of what is put in, and how many are then taken out. */
  const rounds = fc.array(fc.tuple(fc.array(fc.nat(4), { maxLength: 12, size: 'max' }), fc.nat(8)), { maxLength: 5 });
  fc.assert(
    fc.property(rounds, (made) => {
      const queue = new PriorityQueue<number>();
      const waiting: { readonly rank: number; readonly item: number }[] = [];
      const [taken, expected]: (number | undefined)[][] = [[], []];
      let count = 0;
      for (const [ranks, takes] of [...made, [[], 99] as const]) {
        for (const rank of ranks) {
          queue.push(rank, count);
          waiting.push({ rank, item: count++ });
        }
        waiting.sort((one, other) => one.rank - other.rank || one.item - other.item);
        for (let left = takes; left > 0; left -= 1) {
          taken?.push(queue.pop());
          expected?.push(waiting.shift()?.item);
        }
      }
      expect(taken).toEqual(expected);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});
