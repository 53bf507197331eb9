import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import { emptyWindow, type FoundPage, type ListWindow, nextOf, type PageDirection, widened } from './list-window';

/** Entries asked for at once, and most that are kept at hand. */
export const pageSize = 100;
const mostKept = 2000;

/** How much may have come since, in entries of the list, for it to be read up to its end rather than begun there. */
const readUpTo = 2000;

interface WindowOf<T> {
  /** What is looked at: the run and the filter. Another one begins anew. */
  readonly id: string;
  /** Number of the last of the list. */
  readonly newest: number;
  readonly numberOf: (entry: T) => number;
  readonly find: (from: number, direction: PageDirection, limit: number) => Promise<FoundPage<T>>;
  /** At which end to begin. */
  readonly begin: 'first' | 'last';
}

/** A part of a long list, and the ways to have more of it. */
export interface PagedWindow<T> {
  readonly entries: readonly T[];
  /** Whether there may be more at either side. */
  readonly more: { readonly backward: boolean; readonly forward: boolean };
  /** What is being looked at, by its number; undefined: nothing. */
  readonly looksAt: number | undefined;
  readonly failure: Failure | undefined;
  /** Looks for more; nothing while it does, after a failure, and where there is no more. */
  readonly widen: (direction: PageDirection) => void;
  /** After a failure. */
  readonly retry: () => void;
  /** Has the end at hand, be it far away. */
  readonly toEnd: () => void;
}

interface Held<T> {
  readonly id: string;
  readonly window: ListWindow<T>;
  readonly looksAt?: number;
  readonly failure?: Failure;
}

/** Reads a long list page by page as it is looked at; nothing but the pages around what is seen is held. */
export function useWindow<T>({ id, newest, numberOf, find, begin }: WindowOf<T>): PagedWindow<T> {
  const anew = (): Held<T> => ({ id, window: emptyWindow(begin === 'first' ? 1 : newest + 1) });
  const [held, setHeld] = useState<Held<T>>(anew);
  // A run that is looked at as of an earlier event has fewer than were read.
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

  /** Widens a window, or another one that takes its place once there is something in that. */
  const look = useCallback((before: Held<T>, direction: PageDirection, base = before.window) => {
    const { newest, numberOf, find } = latest.current;
    const from = nextOf(base, direction, newest);
    if (from === undefined) return;
    const request = {};
    asked.current = request;
    setHeld({ id: before.id, window: before.window, looksAt: from });
    const take = (next: Held<T>) => {
      if (asked.current !== request) return;
      asked.current = undefined;
      setHeld(next);
    };
    find(from, direction, pageSize).then(
      (page) => {
        const window = widened(base, page, { direction, newest, numberOf, most: mostKept });
        take({ id: before.id, window });
      },
      (error: unknown) => take({ ...before, failure: toFailure(error) }),
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
    const far = newest - current.window.upTo > readUpTo;
    if (far) look(current, 'backward', emptyWindow(newest + 1));
    else look(current, 'forward');
  }, [look]);

  const retry = useCallback(() => {
    const { id, window } = latest.current.current;
    setHeld({ id, window });
  }, []);

  return {
    entries: current.window.entries,
    more: {
      backward: nextOf(current.window, 'backward', newest) !== undefined,
      forward: nextOf(current.window, 'forward', newest) !== undefined,
    },
    looksAt: current.looksAt,
    failure: current.failure,
    widen,
    retry,
    toEnd,
  };
}
