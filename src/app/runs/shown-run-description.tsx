import { useEffect, useState } from 'react';
import type { GivenInput } from '@/run/runner';
import { useRun, useRuns, useStores } from '@/state/context';
import { chooseRun } from '@/state/run-actions';
import { findRunName } from '@/state/runs-store';
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
    return entries.some((one) => one.id === origin) ? findRunName(entries, origin) : undefined;
  });
  const given = useInputsOfRun(id);
  const { use } = useRunsStorage();
  if (entry === undefined) return null;
  return (
    <div className={styles.description}>
      <RunDescription
        execution={entry}
        run={run}
        bytes={use?.runs.get(entry.id)}
        originName={originName}
        given={given}
        onOpenRun={(other) => chooseRun(stores, other)}
      />
    </div>
  );
}

/** What a run was given; empty as long as it is not known. */
function useInputsOfRun(executionId: string | undefined): readonly GivenInput[] {
  const { runner } = useStores().services;
  const [found, setFound] = useState<{ readonly of: string; readonly given: readonly GivenInput[] }>();
  useEffect(() => {
    if (executionId === undefined) return;
    runner.givenInputs(executionId).then(
      (given) => setFound({ of: executionId, given }),
      // That the run cannot be read is told where it is shown.
      () => undefined,
    );
  }, [runner, executionId]);
  return found !== undefined && found.of === executionId ? found.given : noGivenInputs;
}

const noGivenInputs: readonly GivenInput[] = [];
