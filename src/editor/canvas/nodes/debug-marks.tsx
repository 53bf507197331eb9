import Pin from 'lucide-react/icons/pin';
import type { Task } from '@/workflow/tasks';
import { isPinned } from '@/workflow/tasks/pin';
import styles from './debug-marks.module.css';

/** Marks of a task, on its node and in its row: it is pinned, or a run pauses at it. */
export function DebugMarks({ task }: { readonly task: Task }) {
  const { breakpoint } = task;
  return (
    <>
      {isPinned(task) && (
        <span
          className={styles.mark}
          role="img"
          aria-label="Has a pinned output"
          title="Pinned: gives this output without running"
        >
          <Pin aria-hidden="true" />
        </span>
      )}
      {breakpoint && (
        <span
          className={styles.dot}
          role="img"
          aria-label={breakpoint === 'after' ? 'Pauses after it' : 'Pauses before it'}
          title={breakpoint === 'after' ? 'The run pauses after it' : 'The run pauses before it'}
        />
      )}
    </>
  );
}
