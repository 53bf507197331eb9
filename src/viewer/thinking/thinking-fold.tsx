import { type ReactNode, useId, useState } from 'react';
import { FoldMark } from '@/ui/display/fold-mark';
import styles from './thinking.module.css';

interface ThinkingFoldProps {
  /** On its row. */
  readonly title: string;
  /** Shown under the row while it is folded: the end of what streams. */
  readonly tail?: string | undefined;
  /** The text, which is made only once it is opened. */
  readonly children: ReactNode;
}

/** What a model thought, apart from what it said: a quiet row that opens. */
export function ThinkingFold({ title, tail = '', children }: ThinkingFoldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.thinking}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <FoldMark />
        {title}
      </button>
      {open && (
        <div id={id} className={styles.text}>
          {children}
        </div>
      )}
      {!open && tail !== '' && <p className={styles.tail}>{tail}</p>}
    </div>
  );
}
