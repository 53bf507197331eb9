import ChevronRight from 'lucide-react/icons/chevron-right';
import { createContext, type ReactNode, useContext, useState } from 'react';
import styles from './fields.module.css';

/** A part of an inspector that is always open. */
export function Section({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      {title !== undefined && <h3>{title}</h3>}
      {children}
    </section>
  );
}

interface FoldProps {
  readonly title: string;
  /** Its state in a word or a number, readable while it is closed. */
  readonly state: ReactNode;
  readonly children: ReactNode;
}

/** Whether folds render their content before they are first opened. */
export const FoldsFilled = createContext(false);

/**
 * Rare settings behind one row that shows their state. The content is rendered when the fold is first opened, and
 * stays.
 */
export function Fold({ title, state, children }: FoldProps) {
  const [wasOpen, setWasOpen] = useState(useContext(FoldsFilled));
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => currentTarget.open && setWasOpen(true)}>
      <summary>
        <ChevronRight aria-hidden="true" />
        <span className={styles.foldTitle}>{title}</span>
        <span className={styles.state}>{state}</span>
      </summary>
      <div className={styles.inside}>{wasOpen && children}</div>
    </details>
  );
}

/** Two fields side by side. */
export function Two({ children }: { readonly children: ReactNode }) {
  return <div className={styles.two}>{children}</div>;
}

/** Fields in rows, label at the left. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>;
}
