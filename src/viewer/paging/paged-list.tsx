import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { Note } from '@/ui/note';
import type { Follow } from '../follow/use-follow';
import { useListScroll } from '../follow/use-list-scroll';
import styles from './paged-list.module.css';
import { useMore } from './use-more';
import type { PagedWindow } from './use-window';

/** What the head of a row, a button, is to be given: one of them is a tab stop, the arrows go to the others. */
export interface RowHead {
  readonly 'data-head': number;
  readonly tabIndex: 0 | -1;
}

interface PagedListProps<T> {
  readonly label: string;
  readonly list: PagedWindow<T>;
  readonly numberOf: (entry: T) => number;
  readonly newestFirst?: boolean;
  /** Height of a row before it is drawn, in px. */
  readonly guess: number;
  readonly follow: Follow;
  /** Said where there is nothing, once all was looked at. */
  readonly empty: ReactNode;
  readonly children: (entry: T, head: RowHead) => ReactNode;
}

/** A long list of rows of any height, read page by page as it is scrolled. Only those in sight are drawn. */
export function PagedList<T>(props: PagedListProps<T>) {
  const { label, list, numberOf, newestFirst = false, guess, follow, empty, children } = props;
  const entries = useMemo(() => (newestFirst ? list.entries.toReversed() : list.entries), [list.entries, newestFirst]);
  const count = entries.length;
  const scroller = useRef<HTMLDivElement>(null);
  const keyAt = useCallback(
    (index: number) => {
      const entry = entries[index];
      return entry === undefined ? undefined : numberOf(entry);
    },
    [entries, numberOf],
  );
  const indexOf = useCallback(
    (key: number) => {
      const index = entries.findIndex((entry) => numberOf(entry) === key);
      return index < 0 ? undefined : index;
    },
    [entries, numberOf],
  );
  const rows = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => guess,
    getItemKey: (index) => keyAt(index) ?? index,
    overscan: 6,
  });
  useListScroll({ rows, scroller, newestAt: newestFirst ? 'top' : 'bottom', keyAt, indexOf, follow });

  const drawn = rows.getVirtualItems();
  const inSight = { first: drawn[0]?.index ?? 0, last: drawn.at(-1)?.index ?? -1 };
  useMore(list, { newestFirst, follows: follow.on, count, drawn: inSight });
  const [active, setActive] = useState<number>();
  const stop = active !== undefined && drawn.some(({ key }) => key === active) ? active : drawn[0]?.key;
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const head = scroller.current?.querySelector<HTMLElement>(`[data-head="${wanted.current}"]`);
    if (!head) return;
    wanted.current = undefined;
    head.focus();
  });

  const walk = (event: KeyboardEvent) => {
    const head = event.target instanceof HTMLElement ? event.target.dataset['head'] : undefined;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -count, End: count }[event.key];
    if (head === undefined || step === undefined) return;
    event.preventDefault();
    const next = Math.min(count - 1, Math.max(0, (indexOf(Number(head)) ?? 0) + step));
    const key = keyAt(next);
    wanted.current = key;
    setActive(key);
    rows.scrollToIndex(next);
  };

  const isDone = !list.more.backward && !list.more.forward;
  return (
    <>
      {list.failure && (
        <div className={styles.failure}>
          <Note
            tone="error"
            title={list.failure.message}
            action={
              <Button size="s" onClick={list.retry}>
                Try again
              </Button>
            }
          >
            {list.failure.advice}
          </Note>
        </div>
      )}
      {count === 0 && !list.failure && (
        <p className={styles.empty} role="status">
          {isDone ? empty : 'Looking…'}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows go from one head of a row to the next */}
      <div ref={scroller} className={styles.scroller} onKeyDown={walk} hidden={count === 0}>
        <ul className={styles.rows} aria-label={label} style={{ height: rows.getTotalSize() }}>
          {drawn.map(({ index, key, start }) => {
            const entry = entries[index];
            if (entry === undefined) return null;
            return (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
                onFocus={() => setActive(Number(key))}
              >
                {children(entry, { 'data-head': Number(key), tabIndex: key === stop ? 0 : -1 })}
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}
