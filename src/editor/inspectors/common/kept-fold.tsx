import { useMemo } from 'react';
import { useDocument } from '@/state/context';
import { type DocumentPath, formatPath } from '@/workflow/diagnostic';
import { notRunYet } from '@/workflow/validate/not-run-yet';
import { Fold } from '../fields/section';
import { useSubject } from '../fields/subject';
import styles from './kept-fold.module.css';

/** What the file says and this version does not run: kept whole, and marked here. */
export function KeptFold() {
  const { root } = useSubject();
  const document = useDocument((state) => state.document);
  const kept = useMemo(() => {
    const own = root(document);
    return notRunYet(document).filter(({ path }) => belongs(path, own));
  }, [document, root]);
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

/** Of a task: all below it. Of the settings: all that is not of a task. */
function belongs(path: DocumentPath, root: DocumentPath): boolean {
  return root.length === 0 ? path[0] !== 'tasks' : root.every((part, index) => path[index] === part);
}
