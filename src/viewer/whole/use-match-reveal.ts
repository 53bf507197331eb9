import { useLayoutEffect, useRef } from 'react';
import type { VirtualRows } from '@/ui/list/use-virtual-rows';
import type { FoundPlace } from './find-in-pages';

/** Keeps a match in sight, from when it is gone to until a person scrolls. */
export interface Reveal {
  /** Set it as `ref` of the match, which may be rendered later than its page. */
  readonly mark: (element: HTMLElement | null) => void;
  /** Call it when a person scrolls. */
  readonly leave: () => void;
}

/**
 * Scrolls to a match. One scroll would not reach it: pages above it get their real height only when they are rendered.
 */
export function useMatchReveal({ scroller, drawn, startOf }: VirtualRows, match: FoundPlace | undefined): Reveal {
  const wanted = useRef<FoundPlace>(undefined);
  const last = useRef<FoundPlace>(undefined);
  const element = useRef<HTMLElement>(null);
  const reveal = () => wanted.current && element.current?.scrollIntoView({ block: 'center' });
  useLayoutEffect(() => {
    if (match !== last.current) wanted.current = match;
    last.current = match;
    const page = wanted.current?.page;
    if (page === undefined || scroller.current === null) return;
    if (drawn.some(({ index }) => index === page)) reveal();
    else scroller.current.scrollTop = startOf(page);
  });
  return {
    mark: (mark) => {
      element.current = mark;
      reveal();
    },
    leave: () => {
      wanted.current = undefined;
    },
  };
}
