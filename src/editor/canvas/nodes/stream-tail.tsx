import { useRunPath } from '@/state/run-path';
import { useLiveText } from '@/state/use-live-text';
import { joinClassNames } from '@/ui/class-names';
import type { TaskPath } from '@/workflow/task-path';
import styles from './task-node.module.css';
import { useInstance } from './use-task-badge';

/** The most characters of streamed text that fit in three lines. */
const tailLength = 120;

/**
 * The end of the text that streams into a task, newest at the bottom, floating under its node. Before the answer begins
 * it shows what the model thinks.
 */
export function StreamTail({ taskPath }: { readonly taskPath: TaskPath }) {
  const live = useLiveText(useRunPath(taskPath), useInstance(taskPath)?.path);
  if (live === undefined) return null;
  const thinks = live.text === '' && live.reasoning !== '';
  return (
    <div className={joinClassNames(styles.stream, thinks && styles.thinking)}>
      <div>
        <p>
          {(thinks ? live.reasoning : live.text).slice(-tailLength)}
          <span className={styles.caret} />
        </p>
      </div>
    </div>
  );
}
