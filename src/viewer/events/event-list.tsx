import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Failure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { useFollow } from '../follow/use-follow';
import { useListScroll } from '../follow/use-list-scroll';
import { useMore } from '../paging/use-more';
import type { PagedWindow } from '../paging/use-window';
import { EventRow } from './event-row';
import styles from './events-pane.module.css';

const rowHeight = 26;

/** Events as a list of rows, each known by its number. */
export interface EventRows {
  readonly count: number;
  readonly seqAt: (index: number) => number | undefined;
  readonly indexOf: (seq: number) => number | undefined;
  readonly eventAt: (seq: number) => RunEvent | undefined;
  readonly failureAt: (seq: number) => Failure | undefined;
}

interface EventListProps {
  readonly rows: EventRows;
  readonly newestFirst: boolean;
  readonly startedAt: string | undefined;
  /** Number of the event that is shown whole. */
  readonly chosen: number | undefined;
  readonly onChoose: (seq: number | undefined) => void;
  /** Where more of them is read, if that is so. */
  readonly more?: PagedWindow<RunEvent>;
}

/** Rows of events, of which only those in sight are drawn. Begins at the newest. */
export function EventList({ rows, newestFirst, startedAt, chosen, onChoose, more }: EventListProps) {
  const { count, seqAt, indexOf } = rows;
  const follow = useFollow();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => seqAt(index) ?? index,
    overscan: 10,
  });
  const newestAt = newestFirst ? 'top' : 'bottom';
  useListScroll({ rows: list, scroller, newestAt, keyAt: seqAt, indexOf, follow });

  const hasRows = count > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where it begins, and at another order.
  useEffect(() => {
    if (hasRows) list.scrollToIndex(newestFirst ? 0 : count - 1, { align: newestFirst ? 'start' : 'end' });
  }, [hasRows, newestFirst]);

  const drawn = list.getVirtualItems();
  const inSight = { first: drawn[0]?.index ?? 0, last: drawn.at(-1)?.index ?? -1 };
  useMore(more, { newestFirst, follows: follow.on, count, drawn: inSight });

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -count, End: count }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = (chosen === undefined ? undefined : indexOf(chosen)) ?? (step > 0 ? -1 : count);
    const next = Math.min(count - 1, Math.max(0, at + step));
    const isNewest = next === (newestFirst ? 0 : count - 1);
    // The one that is looked at must stand still.
    if (!isNewest) follow.set(false);
    onChoose(seqAt(next));
    list.scrollToIndex(next);
  };

  return (
    <div
      ref={scroller}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label="Events"
      aria-activedescendant={chosen === undefined ? undefined : `event-${chosen}`}
      onKeyDown={walk}
    >
      <div className={styles.inner} role="presentation" style={{ height: list.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const seq = seqAt(index);
          if (seq === undefined) return null;
          return (
            <EventRow
              key={seq}
              seq={seq}
              top={start}
              event={rows.eventAt(seq)}
              failure={rows.failureAt(seq)}
              from={startedAt}
              selected={seq === chosen}
              onSelect={() => onChoose(seq === chosen ? undefined : seq)}
            />
          );
        })}
      </div>
    </div>
  );
}
