import { useMemo } from 'react';
import { useRun, useRuns, useStores } from '@/state/context';
import { showRun } from '@/state/run-store';
import { findRunNumber, runName } from '@/state/runs-store';
import { forkLanes } from './fork-lanes';
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
  const { rows, lanes } = useMemo(() => forkLanes(tree), [tree]);
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
                {runName(findRunNumber(entries, id))}
                {forkedFrom && (
                  <small>
                    from {runName(findRunNumber(entries, forkedFrom.executionId)).toLowerCase()}, event{' '}
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
