import { useRun, useRuns, useStores } from '@/state/context';
import { chooseRun } from '@/state/run-actions';
import { findRunNumber, runName } from '@/state/runs-store';
import { RunDescription } from '@/viewer/run-description/run-description';
import styles from './shown-run-description.module.css';
import { useRunsStorage } from './use-runs-storage';

/** The description of the shown run as a whole. */
export default function ShownRunDescription() {
  const stores = useStores();
  const id = useRun((state) => state.executionId);
  const run = useRun((state) => state.present);
  const entry = useRuns((state) => state.entries.find((one) => one.id === id));
  const originName = useRuns(({ entries }) => {
    const origin = (run.forkedFrom ?? entry?.forkedFrom)?.executionId;
    return entries.some((one) => one.id === origin) ? runName(findRunNumber(entries, origin)) : undefined;
  });
  const { use } = useRunsStorage();
  if (entry === undefined) return null;
  return (
    <div className={styles.description}>
      <RunDescription
        execution={entry}
        run={run}
        bytes={use?.runs.get(entry.id)}
        originName={originName}
        onOpenRun={(other) => chooseRun(stores, other)}
      />
    </div>
  );
}
