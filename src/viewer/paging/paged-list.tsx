import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { findStep } from '@/ui/list/step-of';
import { type Follow, useNewest } from '@/ui/list/use-newest';
import { useVirtualRows } from '@/ui/list/use-virtual-rows';
import styles from './paged-list.module.css';
import { useMore } from './use-more';
import type { PagedWindow } from './use-window';

/** Props for the head of a row, a button: one of the heads is a tab stop, and arrows move to the others. */
export interface RowHead {
  readonly 'data-head': number;
  readonly tabIndex: 0 | -1;
}

interface PagedListProps<T> {
  readonly label: string;
  readonly list: PagedWindow<T>;
  readonly numberOf: (entry: T) => number;
  readonly newestFirst?: boolean;
  /** Estimated height of a row before it is rendered, in px. */
  readonly guess: number;
  readonly follow: Follow;
  /** Shown if nothing was found in the whole list. */
  readonly empty: ReactNode;
  readonly children: (entry: T, head: RowHead) => ReactNode;
}

/** A long list of rows of any height, read page by page as a person scrolls. Only those in sight are rendered. */
export function PagedList<T>(props: PagedListProps<T>) {
  const { label, list, numberOf, newestFirst = false, guess, follow, empty, children } = props;
  const entries = useMemo(() => (newestFirst ? list.entries.toReversed() : list.entries), [list.entries, newestFirst]);
  const count = entries.length;
  const keyAt = useCallback(
    (index: number) => {
      const entry = entries[index];
      return entry === undefined ? index : numberOf(entry);
    },
    [entries, numberOf],
  );
  const rows = useVirtualRows({ count, rowHeight: guess, keyAt, anchored: !follow.on, overscan: 6 });
  const { scroller, drawn } = rows;
  useNewest(rows, newestFirst ? 'top' : 'bottom', follow);
  useMore(list, { newestFirst, follows: follow.on, count, drawn });
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

  const walkHeads = (event: KeyboardEvent) => {
    const head = event.target instanceof HTMLElement ? event.target.dataset['head'] : undefined;
    if (head === undefined) return;
    const next = findStep(
      event.key,
      entries.findIndex((entry) => numberOf(entry) === Number(head)),
      count,
    );
    if (next === undefined) return;
    event.preventDefault();
    wanted.current = keyAt(next);
    setActive(keyAt(next));
    rows.scrollTo(next);
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
      <div ref={scroller} className={styles.scroller} onKeyDown={walkHeads} hidden={count === 0}>
        <ul className={styles.rows} aria-label={label} style={{ height: rows.height }}>
          {drawn.map(({ index, key, start }) => {
            const entry = entries[index];
            if (entry === undefined) return null;
            return (
              <li
                key={key}
                ref={rows.measure}
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
