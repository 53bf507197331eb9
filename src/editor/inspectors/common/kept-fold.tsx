import { useMemo } from 'react';
import { useDocument } from '@/state/context';
import { formatPath } from '@/workflow/diagnostic';
import { taskOf, type WorkflowDocument } from '@/workflow/document';
import { rootOf } from '@/workflow/task-path';
import { notRunYet } from '@/workflow/validate/not-run-yet';
import { Fold } from '../fields/section';
import { useSubject } from '../fields/subject';
import styles from './kept-fold.module.css';

/**
 * Fields of the subject in the file that this version does not run. They are preserved as they are, and marked here.
 */
export function KeptFold() {
  const { taskPath, root } = useSubject();
  const id = taskPath === undefined ? undefined : rootOf(taskPath);
  const task = useDocument(({ document }) => (id === undefined ? undefined : taskOf(document, id)));
  const library = useDocument(({ document }) => (id === undefined ? document.library : undefined));
  const kept = useMemo(() => {
    // Only the task that the subject is or is part of; for the settings, everything but the tasks.
    const excerpt: WorkflowDocument = { tasks: id && task ? { [id]: task } : {}, ...(library && { library }) };
    const own = root(excerpt);
    return notRunYet(excerpt).filter(({ path }) => own.every((part, index) => path[index] === part));
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
