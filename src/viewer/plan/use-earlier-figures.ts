import { useEffect, useMemo, useState } from 'react';
import { createPriceLookup } from '@/plan/estimate/estimate';
import type { Planned } from '@/plan/planned';
import { computeEarlierFigures, type EarlierFigures } from '@/run/projections/earlier-figures';
import { mostRunsExpectedFrom } from '@/run/projections/expected-figures';
import type { RunState } from '@/run/run-state';
import { useRuns, useStores } from '@/state/context';
import type { TaskPath } from '@/workflow/task-path';

/**
 * What the tasks of a plan of the open workflow took in its newest runs, at the prices of the plan; undefined: there
 * are none, or they are being read.
 */
export function useEarlierFigures(planned: Planned | undefined): ReadonlyMap<TaskPath, EarlierFigures> | undefined {
  const { services } = useStores();
  const ids = useRuns(({ entries }) =>
    entries
      .filter(({ status, isDry }) => status === 'completed' && !isDry)
      .slice(0, mostRunsExpectedFrom)
      .map(({ id }) => id)
      .join(' '),
  );
  const [found, setFound] = useState<readonly RunState[]>();
  useEffect(() => {
    let isWanted = true;
    const read = ids === '' ? [] : ids.split(' ').map((id) => services.runner.stateAt(id));
    Promise.all(read).then(
      (states) => isWanted && setFound(states.filter((state) => state !== undefined)),
      // The plan is whole without them.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [services, ids]);
  return useMemo(() => {
    if (found === undefined || !planned?.ok) return undefined;
    return computeEarlierFigures(found, { plan: planned.plan, priceOf: createPriceLookup(planned.estimate) });
  }, [found, planned]);
}
