import { useMemo } from 'react';
import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/button';
import { type DocumentPath, formatPath } from '@/workflow/diagnostic';
import { notRunYet } from '@/workflow/validate/not-run-yet';
import { editInCode } from '../code/place-of';
import { Fold } from './fields/section';
import { useSubject } from './fields/subject';
import styles from './kept-fold.module.css';

/** What the file says and this version does not run: kept whole, shown, edited as code. */
export function KeptFold() {
  const stores = useStores();
  const { root } = useSubject();
  const document = useDocument((state) => state.document);
  const kept = useMemo(() => notRunYet(document).filter(({ path }) => belongs(path, root)), [document, root]);
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
            <Button size="s" variant="ghost" onClick={() => editInCode(stores, path)}>
              Edit in code
            </Button>
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
