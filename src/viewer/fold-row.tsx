import type { ReactNode } from 'react';
import { classNames } from '@/ui/class-names';
import { FoldMark } from '@/ui/display/fold-mark';
import styles from './fold-row.module.css';
import type { RowHead } from './paging/paged-list';

interface FoldRowProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  /** What a list sets of its rows' heads. */
  readonly head?: RowHead | undefined;
  /** How its parts are laid out. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The line of a row in a list, which opens all that is known of it. */
export function FoldRow({ open, onToggle, head, className, children }: FoldRowProps) {
  return (
    <button
      type="button"
      className={classNames(styles.row, className)}
      aria-expanded={open}
      onClick={onToggle}
      {...head}
    >
      <FoldMark />
      {children}
    </button>
  );
}
