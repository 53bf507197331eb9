import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { getRowHeight } from '@/ui/list/row-height';
import { useNewest } from '@/ui/list/use-newest';
import { useVirtualRows } from '@/ui/list/use-virtual-rows';
import { VirtualList } from '@/ui/list/virtual-list';
import { useFollow } from '../follow/use-follow';
import { useMore } from '../paging/use-more';
import type { PagedWindow } from '../paging/use-window';
import { EventRow } from './event-row';
import styles from './events-pane.module.css';

/** Events as a list of rows, each identified by its number. */
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
  /** Number of the event whose details are shown. */
  readonly chosen: number | undefined;
  readonly onChoose: (seq: number | undefined) => void;
  /** Where more events are read from, if not all are loaded. */
  readonly more?: PagedWindow<RunEvent>;
}

/** Rows of events. Only those in sight are rendered. It begins at the newest. */
export function EventList({ rows, newestFirst, startedAt, chosen, onChoose, more }: EventListProps) {
  const { count, seqAt, indexOf } = rows;
  const follow = useFollow();
  const [rowHeight] = useState(() => getRowHeight(26));
  const keyAt = useCallback((index: number) => seqAt(index) ?? index, [seqAt]);
  const list = useVirtualRows({ count, rowHeight, keyAt, anchored: !follow.on });
  useNewest(list, newestFirst ? 'top' : 'bottom', follow);

  const hasRows = count > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where it begins, and at another order.
  useEffect(() => {
    if (hasRows) list.scrollTo(newestFirst ? 0 : count - 1, { align: newestFirst ? 'start' : 'end' });
  }, [hasRows, newestFirst]);

  useMore(more, { newestFirst, follows: follow.on, count, drawn: list.drawn });

  const walkTo = (next: number) => {
    const isNewest = next === (newestFirst ? 0 : count - 1);
    // The selected event must not move.
    if (!isNewest) follow.set(false);
    onChoose(seqAt(next));
  };
  const pressRow = (index: number) => {
    const seq = seqAt(index);
    onChoose(seq === chosen ? undefined : seq);
  };

  return (
    <VirtualList
      label="Events"
      role="listbox"
      rows={list}
      active={(chosen === undefined ? undefined : indexOf(chosen)) ?? -1}
      activeKey={chosen}
      onMove={walkTo}
      onPress={pressRow}
      className={styles.list}
    >
      {(index, row) => {
        const seq = seqAt(index);
        if (seq === undefined) return null;
        return (
          <EventRow
            key={seq}
            row={row}
            seq={seq}
            event={rows.eventAt(seq)}
            failure={rows.failureAt(seq)}
            from={startedAt}
            selected={seq === chosen}
          />
        );
      }}
    </VirtualList>
  );
}
