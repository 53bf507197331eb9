import type { ReactNode } from 'react';
import { ListBox } from '@/ui/list/list-box';
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

/** Tools or resources as a list of rows of two lines. */
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
