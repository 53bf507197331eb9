import type { ReactNode } from 'react';
import styles from './keep-panel.module.css';

interface KeptPartProps {
  readonly title: string;
  readonly figure?: string;
  readonly children: ReactNode;
}

/** A part of the form that makes a test, with a figure beside its title. */
export function KeptPart({ title, figure, children }: KeptPartProps) {
  return (
    <section className={styles.part}>
      <div className={styles.cap}>
        <h3 className={styles.partTitle}>{title}</h3>
        {figure !== undefined && <span className={styles.saw}>{figure}</span>}
      </div>
      {children}
    </section>
  );
}
