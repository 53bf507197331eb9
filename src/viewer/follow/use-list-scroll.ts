import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Follow } from './use-follow';

/** How near the end counts as there, in px. */
const nearPx = 8;
/** How long after a person's move a scroll is theirs, and how long a browser may still be on its way to where they scrolled: ms. */
const theirsMs = 1000;
const arrivesMs = 400;

interface ListScroll {
  readonly rows: Virtualizer<HTMLElement, Element>;
  readonly scroller: RefObject<HTMLElement | null>;
  /** At which end of the list the newest stands. */
  readonly newestAt: 'top' | 'bottom';
  /** What a row is known by, and which row that is now. */
  readonly keyAt: (index: number) => number | undefined;
  readonly indexOf: (key: number) => number | undefined;
  readonly follow: Follow;
}

/**
 * Keeps a list at its newest entry while it is followed, and else at what a person looks at, whatever comes before it. A person who
 * scrolls away from the newest stops following, one who comes back to it goes on.
 */
export function useListScroll({ rows, scroller, newestAt, keyAt, indexOf, follow }: ListScroll): void {
  const { on, set } = follow;
  const seen = useRef<{ readonly key: number; readonly offset: number }>(undefined);
  /** Where the list was put last, while it is followed. */
  const put = useRef<number>(undefined);
  /** Until when the browser may still move it to where a person came to the newest. */
  const arrives = useRef(Number.NEGATIVE_INFINITY);
  /** When a person last did what may scroll it: a list also moves by itself, when rows turn out to be smaller than they were guessed. */
  const moved = useRef(Number.NEGATIVE_INFINITY);
  const ways = useRef({ keyAt, set, on });
  ways.current = { keyAt, set, on };
  const total = rows.getTotalSize();
  const { count } = rows.options;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || count === 0) return;
    if (on) {
      // A person who has just gone away is heard of here before the scroll is told, as rows that come into sight change the height.
      const isAway =
        performance.now() > arrives.current &&
        performance.now() - moved.current < theirsMs &&
        put.current !== undefined &&
        leftOf(element, newestAt) > nearPx &&
        movedAway(element, put.current, newestAt);
      if (isAway) return;
      element.scrollTop = newestAt === 'bottom' ? total : 0;
      put.current = element.scrollTop;
      return;
    }
    put.current = undefined;
    const index = seen.current === undefined ? undefined : indexOf(seen.current.key);
    const start = index === undefined ? undefined : rows.measurementsCache[index]?.start;
    if (start === undefined || seen.current === undefined) return;
    const top = start + seen.current.offset;
    if (Math.abs(element.scrollTop - top) > 1) element.scrollTop = top;
  }, [rows, scroller, on, newestAt, total, count, indexOf]);

  const hasRows = count > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that had no rows had nothing to listen to.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let before = element.scrollTop;
    const theirs = () => {
      moved.current = performance.now();
    };
    const scrolled = () => {
      const { scrollTop } = element;
      const row = rows.getVirtualItemForOffset(scrollTop);
      const key = row && ways.current.keyAt(row.index);
      seen.current = row && key !== undefined ? { key, offset: scrollTop - row.start } : undefined;
      const away = newestAt === 'bottom' ? scrollTop < before : scrollTop > before;
      const back = newestAt === 'bottom' ? scrollTop > before : scrollTop < before;
      before = scrollTop;
      const left = leftOf(element, newestAt);
      const now = performance.now();
      if (left <= nearPx && put.current !== undefined) put.current = scrollTop;
      if (now - moved.current > theirsMs) return;
      if (away && left > nearPx) {
        // It was on its way to where the end was, and that has moved on.
        if (now < arrives.current) element.scrollTop = newestAt === 'bottom' ? element.scrollHeight : 0;
        else ways.current.set(false);
      } else if (back && left <= nearPx && !ways.current.on) {
        arrives.current = now + arrivesMs;
        ways.current.set(true);
      }
    };
    // A drawer that becomes lower hides the end of what is in it.
    const resized = new ResizeObserver(() => {
      if (!ways.current.on) return;
      element.scrollTop = newestAt === 'bottom' ? element.scrollHeight : 0;
      put.current = element.scrollTop;
    });
    resized.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    for (const kind of personal) element.addEventListener(kind, theirs, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', scrolled);
      for (const kind of personal) element.removeEventListener(kind, theirs);
    };
  }, [rows, scroller, newestAt, hasRows]);
}

/** How far a list is from its newest entry, in px. */
function leftOf({ scrollTop, clientHeight, scrollHeight }: HTMLElement, newestAt: ListScroll['newestAt']): number {
  return newestAt === 'bottom' ? scrollHeight - clientHeight - scrollTop : scrollTop;
}

function movedAway({ scrollTop }: HTMLElement, from: number, newestAt: ListScroll['newestAt']): boolean {
  return newestAt === 'bottom' ? scrollTop < from - 1 : scrollTop > from + 1;
}

/** What a person does when they scroll. */
const personal = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
