import type { ReactNode } from 'react';
import styles from './folded-row.module.css';

interface FoldedRowProps {
  readonly name: ReactNode;
  /** Beside the name: chips, the start of a text, a figure. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A row that unfolds its details. */
export function FoldedRow({ name, aside, children }: FoldedRowProps) {
  return (
    <details className={styles.fold}>
      <summary>
        <span className={styles.name}>{name}</span>
        {aside}
      </summary>
      {children}
    </details>
  );
}
