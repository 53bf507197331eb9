import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import styles from './table.module.css';

/** The head of a column. */
export interface Column {
  /** '': none, for a column of buttons. */
  readonly name: string;
  /** Whether numbers stand in it, aligned to the right; their cells are marked by `data-number`. */
  readonly isNumber?: boolean;
  readonly className?: string | undefined;
}

interface TableProps {
  readonly columns: readonly Column[];
  readonly caption?: string;
  /** Lower rows, for narrow places. */
  readonly dense?: boolean;
  readonly className?: string | undefined;
  /** A row over the heads. */
  readonly over?: ReactNode;
  /**
   * Bodies of the table. A cell marked by `data-cut` takes the room that is left, and what is too long for it is cut.
   */
  readonly children: ReactNode;
}

/** A table with its heads. */
export function Table({ columns, caption, dense, className, over, children }: TableProps) {
  return (
    <table className={classNames(styles.table, dense && styles.dense, className)}>
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
