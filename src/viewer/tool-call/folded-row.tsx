import type { ReactNode } from 'react';
import styles from './folded-row.module.css';

interface FoldedRowProps {
  readonly name: ReactNode;
  /** Beside the name: chips, the start of a text, a figure. */
  readonly aside?: ReactNode;
  /** Called each time it unfolds. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A row that unfolds its details. */
export function FoldedRow({ name, aside, onOpen, children }: FoldedRowProps) {
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
      <summary>
        <span className={styles.name}>{name}</span>
        {aside}
      </summary>
      {children}
    </details>
  );
}
