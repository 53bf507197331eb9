import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useFollow } from './use-follow';

/** Within this distance in px, the text counts as scrolled to its end. */
const nearPx = 8;

/**
 * Keeps the end of a growing text in sight, in follow mode. A person who scrolls back stops following; one who scrolls
 * to the end follows again.
 */
export function useTextEnd(scroller: RefObject<HTMLElement | null>, grows: boolean, text: string): void {
  const { on, set } = useFollow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the end is depends on the text.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (grows && on && element !== null) element.scrollTop = element.scrollHeight;
  }, [scroller, grows, on, text]);
  useEffect(() => {
    const element = scroller.current;
    if (!grows || element === null) return;
    let before = element.scrollTop;
    const handleScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const left = scrollHeight - clientHeight - scrollTop;
      // Only a person scrolls back.
      if (scrollTop < before - 1) set(false);
      else if (scrollTop > before && left <= nearPx) set(true);
      before = scrollTop;
    };
    element.addEventListener('scroll', handleScroll, { passive: true });
    return () => element.removeEventListener('scroll', handleScroll);
  }, [scroller, grows, set]);
}
