import type { ReactNode } from 'react';
import styles from './choice-list.module.css';

interface Choice {
  readonly icon: ReactNode;
  readonly label: string;
  /** What the choice means, in a line. */
  readonly detail: string;
  /** Why it is not available now. */
  readonly refusal?: string | undefined;
  readonly choose: () => void;
}

/** A few choices, each with what it means. */
export function ChoiceList({ choices }: { readonly choices: readonly Choice[] }) {
  return (
    <ul className={styles.list}>
      {choices.map(({ icon, label, detail, refusal, choose }) => (
        <li key={label}>
          <button type="button" className={styles.choice} disabled={refusal !== undefined} onClick={choose}>
            <span className={styles.icon} aria-hidden="true">
              {icon}
            </span>
            <span>
              <strong className={styles.label}>{label}</strong>
              <span className={styles.detail}>{refusal ?? detail}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
