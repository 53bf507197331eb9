import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';

interface VirtualRowsOptions {
  readonly count: number;
  /** Height of a row in px: exact, or a guess where rows are measured. */
  readonly rowHeight: number;
  /**
   * What a row is known by when its index changes; the same function as long as the rows are the same. Default: its
   * index.
   */
  readonly keyAt?: (index: number) => string | number;
  /** Whether what is looked at stays in place when rows come or go before it; they need keys. */
  readonly anchored?: boolean;
  /** Rows that are drawn out of sight at either end. */
  readonly overscan?: number;
  /** Space above the first row, in px. */
  readonly paddingStart?: number;
}

type DrawnRow = Readonly<Pick<VirtualItem, 'index' | 'key' | 'start' | 'size'>>;

/** The rows of a list of any length, of which only those in sight are drawn. */
export interface VirtualRows {
  /** To be set as `ref` of the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Rows to draw, each absolutely positioned at its `start`, in px. */
  readonly drawn: readonly DrawnRow[];
  readonly count: number;
  /** Height of all rows, in px. */
  readonly height: number;
  /** To be set as `ref` of a row whose height is measured; the row also needs its index as `data-index`. */
  readonly measure: (element: HTMLElement | null) => void;
  /** Scrolls no further than is needed to see the row whole, unless an end is named that it shall stand at. */
  readonly scrollTo: (index: number, options?: { readonly align: 'start' | 'end' }) => void;
}

/** Finds which rows of a list are in sight. The one place that knows the library that does it. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, rowHeight, keyAt, anchored = false, overscan = 10, paddingStart = 0 } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const first = count > 0 ? keyAt?.(0) : undefined;
  const formerFirst = useRef(first);
  useLayoutEffect(() => {
    formerFirst.current = first;
  });
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    ...(keyAt && { getItemKey: keyAt }),
    overscan,
    paddingStart,
    // Only when something has changed before it: any writing of a position ends a scroll that is on its way.
    anchorTo: anchored && first !== formerFirst.current ? 'end' : 'start',
    // Staying at the end is asked for by following, not by being there.
    scrollEndThreshold: -1,
  });
  return {
    scroller,
    drawn: virtualizer.getVirtualItems(),
    count,
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    scrollTo: virtualizer.scrollToIndex,
  };
}
