import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Button } from '../form/button';
import styles from './page-bar.module.css';

interface PageBarProps {
  /** Name of the screen that the back button leads to. */
  readonly back: string;
  readonly onBack: () => void;
  readonly title: string;
  /** Shown beside the title. */
  readonly note?: ReactNode;
  /** At the end of the bar. */
  readonly actions: ReactNode;
}

/** The bar above a screen that replaces another one: the way back, the title, and the actions for the whole screen. */
export function PageBar({ back, onBack, title, note, actions }: PageBarProps) {
  return (
    <div className={styles.bar}>
      <Button variant="ghost" size="s" icon={<ArrowLeft />} onClick={onBack}>
        {back}
      </Button>
      <span aria-hidden="true">/</span>
      <h1>{title}</h1>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <span className={styles.gap} />
      {actions}
    </div>
  );
}
