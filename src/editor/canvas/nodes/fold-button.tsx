import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useStores } from '@/state/context';
import type { TaskPath } from '@/workflow/task-path';
import { countTasks } from '../../actions/edit';
import { withEdits } from '../../actions/with-edits';
import styles from './container-node.module.css';

interface FoldButtonProps {
  readonly taskPath: TaskPath;
  readonly label: string;
  readonly open: boolean;
  /** How many tasks are inside. The button shows it while they are hidden. */
  readonly count: number;
}

/**
 * Hides or shows the inside of a container. By keyboard this is an action instead, because the canvas is one tab stop.
 */
export function FoldButton({ taskPath, label, open, count }: FoldButtonProps) {
  const stores = useStores();
  return (
    <button
      type="button"
      className={styles.fold}
      tabIndex={-1}
      aria-expanded={open}
      aria-label={`${open ? 'Collapse' : 'Expand'} ${label}, ${countTasks(count)}`}
      onClick={() => void withEdits(({ toggleFold }) => toggleFold(stores, [taskPath]))}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
      {!open && count}
    </button>
  );
}
