import { useEffect, useLayoutEffect } from 'react';
import type { VirtualRows } from './use-virtual-rows';

/** Within this distance in px, the list counts as being at its newest row. */
const nearPx = 8;
/**
 * `theirsMs`: for how long after an action of a person a scroll counts as caused by them. `arrivesMs`: for how long the
 * browser may still be scrolling to where they went.
 */
const theirsMs = 1000;
const arrivesMs = 400;
/** Events of a person who scrolls. A list also moves by itself, when measured rows are smaller than estimated. */
const personal = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Whether lists stay at their newest row, and a setter for it. */
export interface Follow {
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}

/**
 * Keeps a list at its newest row in follow mode. A person who scrolls away from that row stops following; one who
 * returns to it follows again.
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
    const noteAct = (event: Event) => {
      acted = performance.now();
      // Handled at once: a row that arrives before the list has moved would scroll it back.
      const goesAway = event instanceof WheelEvent && event.deltaY * toNewest < 0;
      if (goesAway && element.scrollHeight > element.clientHeight) set(false);
    };
    const handleScroll = () => {
      const step = (element.scrollTop - before) * toNewest;
      before = element.scrollTop;
      const now = performance.now();
      if (step === 0 || now - acted > theirsMs) return;
      const isThere = left() <= nearPx;
      if (step > 0 && isThere) {
        arrived = now;
        set(true);
      } else if (step < 0 && !isThere) {
        // The list was scrolling to the newest row, which has moved since.
        if (now - arrived < arrivesMs) element.scrollTop = toNewest * element.scrollHeight;
        else set(false);
      }
    };
    element.addEventListener('scroll', handleScroll, { passive: true });
    for (const kind of personal) element.addEventListener(kind, noteAct, { passive: true });
    return () => {
      element.removeEventListener('scroll', handleScroll);
      for (const kind of personal) element.removeEventListener(kind, noteAct);
    };
  }, [scroller, newestAt, set, hasRows]);

  // A drawer that shrinks hides the end of its content.
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
