import { useEffect, useLayoutEffect } from 'react';
import type { VirtualRows } from './use-virtual-rows';

/** How near the newest row counts as there, in px. */
const nearPx = 8;
/**
 * How long after what a person does a scroll is theirs, and how long a browser may still be on its way to where they
 * scrolled: ms.
 */
const theirsMs = 1000;
const arrivesMs = 400;
/**
 * What a person does when they scroll. A list also moves by itself, when rows turn out to be smaller than they were
 * guessed.
 */
const personal = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Whether lists stay at their newest row, and the way to change that. */
export interface Follow {
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}

/**
 * Keeps a list that is followed at its newest row. A person who scrolls away from it stops following, one who comes
 * back to it goes on.
 */
export function useNewest({ scroller, count, height }: VirtualRows, newestAt: 'top' | 'bottom', follow: Follow): void {
  const { on, set } = follow;
  const hasRows = count > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the newest stands hangs on what is in the list
  useLayoutEffect(() => {
    if (on && scroller.current !== null)
      scroller.current.scrollTop = newestAt === 'top' ? 0 : scroller.current.scrollHeight;
  }, [scroller, newestAt, on, count, height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that had no rows had nothing to listen to
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const toNewest = newestAt === 'top' ? -1 : 1;
    const left = () =>
      newestAt === 'top' ? element.scrollTop : element.scrollHeight - element.clientHeight - element.scrollTop;
    let before = element.scrollTop;
    let acted = Number.NEGATIVE_INFINITY;
    let arrived = Number.NEGATIVE_INFINITY;
    const act = (event: Event) => {
      acted = performance.now();
      // Heard of at once: a row that comes before the list has moved would put it back.
      const goesAway = event instanceof WheelEvent && event.deltaY * toNewest < 0;
      if (goesAway && element.scrollHeight > element.clientHeight) set(false);
    };
    const scrolled = () => {
      const step = (element.scrollTop - before) * toNewest;
      before = element.scrollTop;
      const now = performance.now();
      if (step === 0 || now - acted > theirsMs) return;
      const isThere = left() <= nearPx;
      if (step > 0 && isThere) {
        arrived = now;
        set(true);
      } else if (step < 0 && !isThere) {
        // It was on its way to where the newest stood, and that has moved on.
        if (now - arrived < arrivesMs) element.scrollTop = toNewest * element.scrollHeight;
        else set(false);
      }
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    for (const kind of personal) element.addEventListener(kind, act, { passive: true });
    return () => {
      element.removeEventListener('scroll', scrolled);
      for (const kind of personal) element.removeEventListener(kind, act);
    };
  }, [scroller, newestAt, set, hasRows]);

  // A drawer that becomes lower hides the end of what is in it.
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !on || newestAt === 'top') return;
    const resized = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight;
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, [scroller, newestAt, on]);
}
