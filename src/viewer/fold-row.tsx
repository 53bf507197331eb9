import type { ReactNode } from 'react';
import { joinClassNames } from '@/ui/class-names';
import { FoldMark } from '@/ui/display/fold-mark';
import styles from './fold-row.module.css';
import type { RowHead } from './paging/paged-list';

interface FoldRowProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Props that a list sets on the heads of its rows. */
  readonly head?: RowHead | undefined;
  /** The layout of its parts. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The line of a row in a list. A press unfolds the row's details. */
export function FoldRow({ open, onToggle, head, className, children }: FoldRowProps) {
  return (
    <button
      type="button"
      className={joinClassNames(styles.row, className)}
      aria-expanded={open}
      onClick={onToggle}
      {...head}
    >
      <FoldMark />
      {children}
    </button>
  );
}
