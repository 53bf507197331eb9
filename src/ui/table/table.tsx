import type { ReactNode } from 'react';
import { joinClassNames } from '../class-names';
import styles from './table.module.css';

/** The head of a column. */
export interface Column {
  /** Empty: no heading, for a column of buttons. */
  readonly name: string;
  /** Whether it has numbers, which are aligned to the right. Their cells are marked with `data-number`. */
  readonly isNumber?: boolean;
  readonly className?: string | undefined;
}

interface TableProps {
  readonly columns: readonly Column[];
  readonly caption?: string;
  /** Lower rows, for narrow panels. */
  readonly dense?: boolean;
  readonly className?: string | undefined;
  /** A row above the headings. */
  readonly over?: ReactNode;
  /** How many rows there are below the headings, where only some of them are drawn. */
  readonly rows?: number;
  /** Bodies of the table. A cell marked with `data-cut` takes the remaining width, and its overflow is cut off. */
  readonly children: ReactNode;
}

/** A table with headings. */
export function Table({ columns, caption, dense, className, over, rows, children }: TableProps) {
  return (
    <table
      aria-rowcount={rows === undefined ? undefined : rows + 1}
      className={joinClassNames(styles.table, dense && styles.dense, className)}
    >
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        {over}
        <tr>
          {columns.map(({ name, isNumber, className }) =>
            name === '' ? (
              <td key={name} className={className} />
            ) : (
              <th key={name} scope="col" className={className} data-number={isNumber}>
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      {children}
    </table>
  );
}
