import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createEmptyWindow,
  type FoundPage,
  findNext,
  type ListWindow,
  type PageDirection,
  widenWindow,
} from './list-window';

const limit = 4;
const most = 10;

/** A search through a list of the numbers 1 to `newest` that looks at a few at a time and finds those of `wanted`. */
function search(
  newest: number,
  wanted: (n: number) => boolean,
  scanned: number,
  from: number,
  direction: PageDirection,
): FoundPage<number> {
  const found: number[] = [];
  const step = direction === 'forward' ? 1 : -1;
  let at = from;
  for (let looked = 0; looked < scanned && at >= 1 && at <= newest; looked += 1, at += step) {
    if (found.length === limit) return { found, next: at };
    if (wanted(at)) found.push(at);
  }
  return { found, next: at >= 1 && at <= newest ? at : null };
}

describe('a window of a long list', () => {
  it('has all that is wanted between its ends, in order, however it came to be, and no more than it may', () => {
    fc.assert(
      fc.property(
        fc.record({
          begin: fc.integer({ min: 1, max: 61 }),
          wanted: fc.uniqueArray(fc.integer({ min: 1, max: 60 })),
          scanned: fc.integer({ min: 1, max: 9 }),
          moves: fc.array(fc.constantFrom<PageDirection>('forward', 'backward'), { maxLength: 60 }),
        }),
        ({ begin, wanted, scanned, moves }) => {
          const isWanted = (n: number) => wanted.includes(n);
          let window: ListWindow<number> = createEmptyWindow(begin);
          for (const direction of moves) {
            const from = findNext(window, direction, 60);
            if (from === undefined) continue;
            const page = search(60, isWanted, scanned, from, direction);
            window = widenWindow(window, page, { direction, newest: 60, numberOf: (n) => n, most });
            const due = wanted.filter((n) => n >= window.from && n <= window.upTo).toSorted((a, b) => a - b);
            expect(window.entries).toEqual(due);
            expect(window.entries.length).toBeLessThanOrEqual(most);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('ends where the list ends, and goes on when that grows', () => {
    const page = { found: [7, 9], next: null };
    const how = { direction: 'forward', newest: 9, numberOf: (n: number) => n, most } as const;
    const window = widenWindow<number>(createEmptyWindow(6), page, how);
    expect(findNext(window, 'forward', 9)).toBeUndefined();
    expect(findNext(window, 'forward', 12)).toBe(10);
    expect(findNext(window, 'backward', 9)).toBe(5);
    expect(findNext(createEmptyWindow(1), 'backward', 9)).toBeUndefined();
  });

  it('takes nothing twice that came while it was read', () => {
    const how = { direction: 'forward', newest: 8, numberOf: (n: number) => n, most } as const;
    const window = widenWindow<number>(createEmptyWindow(7), { found: [7, 8, 9], next: null }, how);
    expect(window.entries).toEqual([7, 8]);
    expect(findNext(window, 'forward', 9)).toBe(9);
  });
});
