/**
 * A section of a long list whose numbers begin at 1 and have no gaps: what was found in it, in ascending order.
 * Everything from `from` to `upTo` was searched; if `upTo` is `from - 1`, nothing was searched yet.
 */
export interface ListWindow<T> {
  readonly entries: readonly T[];
  readonly from: number;
  readonly upTo: number;
}

export type PageDirection = 'forward' | 'backward';

/** The matches found in one direction, in that order, and where to continue; null: there is no more. */
export interface FoundPage<T> {
  readonly found: readonly T[];
  readonly next: number | null;
}

/** An empty window that begins at a number. It can be widened to either side. */
export function createEmptyWindow(from: number): ListWindow<never> {
  return { entries: [], from, upTo: from - 1 };
}

/**
 * Where a window continues in a direction; undefined: there is no more. `newest`: number of the last entry of the list.
 */
export function findNext(
  { from, upTo }: ListWindow<unknown>,
  direction: PageDirection,
  newest: number,
): number | undefined {
  if (direction === 'backward') return from > 1 ? from - 1 : undefined;
  return upTo < newest ? upTo + 1 : undefined;
}

interface Widening<T> {
  readonly direction: PageDirection;
  /** Number of the last entry when the page was requested. */
  readonly newest: number;
  readonly numberOf: (entry: T) => number;
  /** The most entries to keep. Those at the other side are dropped, and read again when needed. */
  readonly most: number;
}

/** The window with a page added that was found next to it, at {@link nextOf}. */
export function widenWindow<T>(window: ListWindow<T>, page: FoundPage<T>, how: Widening<T>): ListWindow<T> {
  const { direction, newest, numberOf, most } = how;
  const { found, next } = page;
  if (direction === 'forward') {
    // Entries that arrived during the request are read again once their number is known.
    const known = found.filter((entry) => numberOf(entry) <= newest);
    const entries = [...window.entries, ...known];
    const upTo = Math.max(window.upTo, next === null ? newest : Math.min(newest, next - 1));
    const over = entries[entries.length - most];
    if (entries.length <= most || over === undefined) return { entries, from: window.from, upTo };
    return { entries: entries.slice(-most), from: numberOf(over), upTo };
  }
  const entries = [...found.toReversed(), ...window.entries];
  const from = Math.min(window.from, next === null ? 1 : next + 1);
  const last = entries[most - 1];
  if (entries.length <= most || last === undefined) return { entries, from, upTo: window.upTo };
  return { entries: entries.slice(0, most), from, upTo: numberOf(last) };
}
