/**
 * A stretch of a long list that is numbered densely from 1: what was found in it, in ascending order. All from `from`
 * to `upTo` was looked at; where `upTo` is `from - 1`, nothing was yet.
 */
export interface ListWindow<T> {
  readonly entries: readonly T[];
  readonly from: number;
  readonly upTo: number;
}

export type PageDirection = 'forward' | 'backward';

/** What was found in a direction, in that order, and where to go on; null: there is no more. */
export interface FoundPage<T> {
  readonly found: readonly T[];
  readonly next: number | null;
}

/** A window of nothing that begins with a number, to be widened to either side. */
export function emptyWindow(from: number): ListWindow<never> {
  return { entries: [], from, upTo: from - 1 };
}

/** Where a window goes on in a direction; undefined: there is nothing. `newest`: number of the last of the list. */
export function nextOf(
  { from, upTo }: ListWindow<unknown>,
  direction: PageDirection,
  newest: number,
): number | undefined {
  if (direction === 'backward') return from > 1 ? from - 1 : undefined;
  return upTo < newest ? upTo + 1 : undefined;
}

interface Widening<T> {
  readonly direction: PageDirection;
  /** Number of the last of the list when the page was asked for. */
  readonly newest: number;
  readonly numberOf: (entry: T) => number;
  /** Most entries that are kept: those at the other side are let go, and are found again when they are looked for. */
  readonly most: number;
}

/** A window with the page that was found beside it, at {@link nextOf}. */
export function widened<T>(window: ListWindow<T>, page: FoundPage<T>, how: Widening<T>): ListWindow<T> {
  const { direction, newest, numberOf, most } = how;
  const { found, next } = page;
  if (direction === 'forward') {
    // What came while it was read is read again once it is known of.
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
