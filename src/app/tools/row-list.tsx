import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { stepOf } from '@/editor/tree/step-of';
import styles from './tools-screen.module.css';

const rowHeight = 48;

interface RowListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  /** What a screen reader says of a row. */
  readonly nameOf: (row: T) => string;
  readonly selected: string | undefined;
  readonly onSelect: (row: T) => void;
  /** Said where there is none. */
  readonly empty: string;
  readonly children: (row: T) => ReactNode;
}

/** A list of any length, of which only what is seen is drawn. One tab stop; arrows walk. */
export function RowList<T>({ label, rows, idOf, nameOf, selected, onSelect, empty, children }: RowListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const active = rows.findIndex((row) => idOf(row) === selected);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const drawn = list.getVirtualItems();
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(event.key, active, rows.length);
    const row = next === undefined ? undefined : rows[next];
    if (next === undefined || row === undefined) return;
    event.preventDefault();
    onSelect(row);
    list.scrollToIndex(next);
  };
  if (rows.length === 0) {
    return (
      <p role="status" className={styles.empty}>
        {empty}
      </p>
    );
  }
  return (
    <div
      ref={scroller}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={drawn.some(({ index }) => index === active) ? `${prefix}${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} role="presentation" style={{ height: list.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys; options take no focus of their own.
              <div
                key={idOf(row)}
                id={`${prefix}${index}`}
                role="option"
                tabIndex={-1}
                aria-label={nameOf(row)}
                aria-selected={index === active}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => onSelect(row)}
              >
                {children(row)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
