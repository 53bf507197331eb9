import type { Reparsed } from '@/run/run-state';
import { usePayload } from '../use-payload';
import styles from './output-lists.module.css';

/** What runs in the place of a task that could not be done as it was, as text; its tasks are listed among the parts. */
export function ReparsedNote({ reparsed }: { readonly reparsed: Reparsed }) {
  const { text } = usePayload(reparsed.workflow);
  return (
    <details className={styles.tool}>
      <summary>
        <span className={styles.name}>
          Taken apart into {reparsed.tasks === 1 ? '1 task' : `${reparsed.tasks} tasks`} after {reparsed.reason}
        </span>
      </summary>
      <pre className={styles.text}>{text}</pre>
    </details>
  );
}
