import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { defined } from '@/base/defined';

interface VirtualRowsOptions {
  readonly count: number;
  /** Height of a row in px: exact, or an estimate if rows are measured. */
  readonly rowHeight: number;
  /**
   * A row's identity, which stays when its index changes. Pass the same function while the rows are the same. Default:
   * the index.
   */
  readonly keyAt?: (index: number) => string | number;
  /** Whether the visible rows stay in place when rows are added or removed before them. This needs keys. */
  readonly anchored?: boolean;
  /** The number of rows rendered out of sight at either end. */
  readonly overscan?: number;
  /** Space above the first row, in px. */
  readonly paddingStart?: number;
  /** The scrolling element, if it holds more than the rows. It must be there before them. Default: one is set. */
  readonly scroller?: RefObject<HTMLElement | null>;
}

type DrawnRow = Readonly<Pick<VirtualItem, 'index' | 'key' | 'start' | 'size'>>;

/** The rows of a list of any length. Only those in sight are rendered. */
export interface VirtualRows {
  /** Set it as `ref` of the scrolling element. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Rows to render, each absolutely positioned at its `start`, in px. */
  readonly drawn: readonly DrawnRow[];
  readonly count: number;
  /** Height of all rows, in px. */
  readonly height: number;
  /** Set it as `ref` of each measured row; the row also needs its index as `data-index`. */
  readonly measure: (element: HTMLElement | null) => void;
  /** Offset of a row from the top in px, as far as is known: rows before it may not have been measured. */
  readonly startOf: (index: number) => number;
  /** Scrolls only as far as needed to show the whole row, unless `align` names an end of the view to put it at. */
  readonly scrollTo: (index: number, options?: { readonly align: 'start' | 'end' }) => void;
}

/** Finds the rows of a list that are in sight. This is the only use of the library that does it. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, rowHeight, keyAt, anchored = false, overscan = 10, paddingStart = 0, scroller: outer } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const first = count > 0 ? keyAt?.(0) : undefined;
  const formerFirst = useRef(first);
  useLayoutEffect(() => {
    formerFirst.current = first;
  });
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => (outer ?? scroller).current,
    estimateSize: () => rowHeight,
    ...defined({ getItemKey: keyAt }),
    overscan,
    paddingStart,
    // Only when something has changed before it: setting any scroll position ends a scroll in progress.
    anchorTo: anchored && first !== formerFirst.current ? 'end' : 'start',
    // Only following keeps the list at its end; being at the end does not.
    scrollEndThreshold: -1,
  });
  return {
    scroller,
    drawn: virtualizer.getVirtualItems(),
    count,
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    startOf: (index) => virtualizer.getOffsetForIndex(index, 'start')?.[0] ?? 0,
    scrollTo: virtualizer.scrollToIndex,
  };
}
