import { useEffect, useState } from 'react';
import { type EarlierFigures, earlierFigures } from '@/run/projections/earlier-figures';
import { mostRunsExpectedFrom } from '@/run/projections/expected-figures';
import { useRuns, useStores } from '@/state/context';
import type { TaskPath } from '@/workflow/task-path';

/** What the tasks of the open workflow took in its newest runs; undefined: there are none, or they are being read. */
export function useEarlierFigures(): ReadonlyMap<TaskPath, EarlierFigures> | undefined {
  const { services } = useStores();
  const ids = useRuns(({ entries }) =>
    entries
      .filter(({ status, isDry }) => status === 'completed' && !isDry)
      .slice(0, mostRunsExpectedFrom)
      .map(({ id }) => id)
      .join(' '),
  );
  const [figures, setFigures] = useState<ReadonlyMap<TaskPath, EarlierFigures>>();
  useEffect(() => {
    let isWanted = true;
    const read = ids === '' ? [] : ids.split(' ').map((id) => services.runner.stateAt(id));
    Promise.all(read).then(
      (states) => isWanted && setFigures(earlierFigures(states.filter((state) => state !== undefined))),
      // The plan is whole without them.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [services, ids]);
  return figures;
}
