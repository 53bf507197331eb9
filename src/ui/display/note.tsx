import CircleX from 'lucide-react/icons/circle-x';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { joinClassNames } from '../class-names';
import styles from './note.module.css';

const icons = { info: Info, warning: TriangleAlert, error: CircleX } as const;

/** The severity of a note; its icon shows it too. */
export type NoteTone = keyof typeof icons;

interface NoteProps {
  readonly tone: NoteTone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** A button at the end. */
  readonly action?: ReactNode;
}

/** A message within the page: what happened, why, what to do. */
export function Note({ tone, title, children, action }: NoteProps) {
  const Icon = icons[tone];
  return (
    <div
      className={joinClassNames(styles.note, styles[tone], action !== undefined && styles.withAction)}
      role={tone === 'error' ? 'alert' : undefined}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} />
      <div className={styles.text}>
        {title !== undefined && <strong className={styles.title}>{title} </strong>}
        {children}
      </div>
      {action}
    </div>
  );
}
