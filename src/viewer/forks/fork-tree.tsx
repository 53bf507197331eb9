import { useMemo } from 'react';
import { useRun, useRuns, useStores } from '@/state/context';
import { showRun } from '@/state/run-store';
import { findRunName } from '@/state/runs-store';
import { computeForkLanes } from './fork-lanes';
import { ForkRail } from './fork-rail';
import styles from './forks.module.css';
import { listForkTree } from './tree-of';

/** The same as in the style sheet. */
const rowHeight = 28;

/** The run that is shown among its forks and those that it was forked from; nothing if it stands alone. */
export function ForkTree() {
  const { run, services } = useStores();
  const shown = useRun(({ executionId }) => executionId);
  const entries = useRuns((state) => state.entries);
  const tree = useMemo(() => (shown === undefined ? [] : listForkTree(entries, shown)), [entries, shown]);
  const { rows, lanes } = useMemo(() => computeForkLanes(tree), [tree]);
  if (tree.length < 2) return null;
  return (
    <nav className={styles.tree} aria-label="Forks">
      <ul>
        {tree.map(({ id, forkedFrom }, index) => {
          const row = rows[index];
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.run}
                aria-current={id === shown || undefined}
                onClick={() => void showRun(run, services.runner, id)}
              >
                {row && <ForkRail row={row} lanes={lanes} height={rowHeight} />}
                {findRunName(entries, id)}
                {forkedFrom && (
                  <small>
                    from {findRunName(entries, forkedFrom.executionId).toLowerCase()}, event{' '}
                    {forkedFrom.seq.toLocaleString('en')}
                  </small>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
