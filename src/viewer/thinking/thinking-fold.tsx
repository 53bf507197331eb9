import { type ReactNode, useId } from 'react';
import { FoldMark } from '@/ui/display/fold-mark';
import styles from './thinking.module.css';

interface ThinkingFoldProps {
  /** On its row. */
  readonly title: string;
  /** Shown under the folded row: the end of the streamed text. */
  readonly tail?: string | undefined;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The text. It is rendered only when unfolded. */
  readonly children: ReactNode;
}

/** What a model thought, separate from its answer: a subdued row that unfolds. */
export function ThinkingFold({ title, tail = '', open, onOpenChange, children }: ThinkingFoldProps) {
  const id = useId();
  return (
    <div className={styles.thinking}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onOpenChange(!open)}
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
