import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import {
  createEmptyWindow,
  type FoundPage,
  findNext,
  type ListWindow,
  type PageDirection,
  widenWindow,
} from './list-window';

/** Entries requested at once, and the most kept in memory. */
export const pageSize = 100;
const mostKept = 2000;

/**
 * If no more than this number of entries has been added, the list is read up to its end. Otherwise it starts again
 * there.
 */
const mostRead = 2000;

interface WindowOf<T> {
  /** Identifies the run and the filter. A new id starts a new window. */
  readonly id: string;
  /** Number of the last entry of the list. */
  readonly newest: number;
  readonly numberOf: (entry: T) => number;
  readonly find: (from: number, direction: PageDirection, limit: number) => Promise<FoundPage<T>>;
  /** The end at which it begins. */
  readonly begin: 'first' | 'last';
}

/** A part of a long list, and functions to load more of it. */
export interface PagedWindow<T> {
  readonly entries: readonly T[];
  /** Whether there may be more at either side. */
  readonly more: { readonly backward: boolean; readonly forward: boolean };
  /** Number of the entry being searched; undefined: no search is in progress. */
  readonly looksAt: number | undefined;
  readonly failure: Failure | undefined;
  /** Searches for more. No effect during a search, after a failure, or if there is no more. */
  readonly widen: (direction: PageDirection) => void;
  /** Tries again after a failure. */
  readonly retry: () => void;
  /** Loads the end of the list, however far away it is. */
  readonly toEnd: () => void;
}

interface Held<T> {
  readonly id: string;
  readonly window: ListWindow<T>;
  readonly looksAt?: number;
  readonly failure?: Failure;
}

/** Reads a long list page by page as a person looks at it. Only the pages around the visible part are in memory. */
export function useWindow<T>({ id, newest, numberOf, find, begin }: WindowOf<T>): PagedWindow<T> {
  const anew = (): Held<T> => ({ id, window: createEmptyWindow(begin === 'first' ? 1 : newest + 1) });
  const [held, setHeld] = useState<Held<T>>(anew);
  // A run that is shown as of an earlier event has fewer entries than were read.
  const current = held.id === id && held.window.upTo <= newest ? held : anew();
  const asked = useRef<object>(undefined);
  const latest = useRef({ current, newest, numberOf, find });
  latest.current = { current, newest, numberOf, find };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked for another list is of no use.
  useEffect(() => {
    asked.current = undefined;
    return () => {
      asked.current = undefined;
    };
  }, [id]);

  /** Widens a window, or a `base` that replaces it as soon as `base` has an entry. */
  const look = useCallback((before: Held<T>, direction: PageDirection, base = before.window) => {
    const { newest, numberOf, find } = latest.current;
    const from = findNext(base, direction, newest);
    if (from === undefined) return;
    const request = {};
    asked.current = request;
    setHeld({ id: before.id, window: before.window, looksAt: from });
    const takeHeld = (next: Held<T>) => {
      if (asked.current !== request) return;
      asked.current = undefined;
      setHeld(next);
    };
    find(from, direction, pageSize).then(
      (page) => {
        const window = widenWindow(base, page, { direction, newest, numberOf, most: mostKept });
        takeHeld({ id: before.id, window });
      },
      (error: unknown) => takeHeld({ ...before, failure: toFailure(error) }),
    );
  }, []);

  const widen = useCallback(
    (direction: PageDirection) => {
      const { current } = latest.current;
      if (asked.current === undefined && current.failure === undefined) look(current, direction);
    },
    [look],
  );

  const toEnd = useCallback(() => {
    const { current, newest } = latest.current;
    if (asked.current !== undefined || current.failure !== undefined) return;
    const far = newest - current.window.upTo > mostRead;
    if (far) look(current, 'backward', createEmptyWindow(newest + 1));
    else look(current, 'forward');
  }, [look]);

  const retry = useCallback(() => {
    const { id, window } = latest.current.current;
    setHeld({ id, window });
  }, []);

  return {
    entries: current.window.entries,
    more: {
      backward: findNext(current.window, 'backward', newest) !== undefined,
      forward: findNext(current.window, 'forward', newest) !== undefined,
    },
    looksAt: current.looksAt,
    failure: current.failure,
    widen,
    retry,
    toEnd,
  };
}
