import { useMemo } from 'react';
import { useDocument } from '@/state/context';
import { formatPath } from '@/workflow/diagnostic';
import { taskOf, type WorkflowDocument } from '@/workflow/document';
import { rootOf } from '@/workflow/task-path';
import { notRunYet } from '@/workflow/validate/not-run-yet';
import { Fold } from '../fields/section';
import { useSubject } from '../fields/subject';
import styles from './kept-fold.module.css';

/** What the file says of the subject and this version does not run: kept whole, and marked here. */
export function KeptFold() {
  const { taskPath, root } = useSubject();
  const id = taskPath === undefined ? undefined : rootOf(taskPath);
  const task = useDocument(({ document }) => (id === undefined ? undefined : taskOf(document, id)));
  const library = useDocument(({ document }) => (id === undefined ? document.library : undefined));
  const kept = useMemo(() => {
    // Only the task that the subject is or lies in, or for the settings all but the tasks.
    const around: WorkflowDocument = { tasks: id && task ? { [id]: task } : {}, ...(library && { library }) };
    const own = root(around);
    return notRunYet(around).filter(({ path }) => own.every((part, index) => path[index] === part));
  }, [id, task, library, root]);
  if (kept.length === 0) return null;
  return (
    <Fold title="Kept, not run yet" state={kept.length}>
      <ul className={styles.list}>
        {kept.map(({ path, what, needed }) => (
          <li key={formatPath(path)}>
            <span className={styles.what}>
              {what}
              {needed && <span className={styles.needed}> A run needs it, and is refused.</span>}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
