import type { ReactNode } from 'react';
import { ListBox } from '@/ui/list/list-box';
import styles from './tools-screen.module.css';

const rowHeight = 48;

interface RowListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  /** The name of a row for screen readers. */
  readonly nameOf: (row: T) => string;
  readonly selected: string | undefined;
  readonly onSelect: (row: T) => void;
  /** Shown if there are none. */
  readonly empty: string;
  readonly children: (row: T) => ReactNode;
}

/** Tools or resources as a list with two lines in each row. */
export function RowList<T>({ rows, empty, ...list }: RowListProps<T>) {
  if (rows.length === 0) {
    return (
      <p role="status" className={styles.empty}>
        {empty}
      </p>
    );
  }
  return <ListBox {...list} items={rows} rowHeight={rowHeight} className={styles.list} rowClassName={styles.row} />;
}
