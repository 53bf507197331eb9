import { useEffect, useState } from 'react';
import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import { type EarlierFigures, earlierFigures } from '@/run/projections/earlier-figures';
import { useRuns, useStores } from '@/state/context';
import type { TaskPath } from '@/workflow/task-path';

/** The most runs that are looked at, the newest first. */
const mostRuns = 12;

/** What the tasks of the open workflow took in its newest runs; undefined: there are none, or they are being read. */
export function useEarlierFigures(): ReadonlyMap<TaskPath, EarlierFigures> | undefined {
  const { services } = useStores();
  const ids = useRuns(({ entries }) =>
    entries
      .filter(({ status, isDry }) => status === 'completed' && !isDry)
      .slice(0, mostRuns)
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

/** `about 412 tok, $0.02, 1.2 s; from 3 runs`. */
export function earlierWords({ runs, tokens, costUsd, durationMs }: EarlierFigures): string {
  const parts = [
    formatTokens(tokens),
    costUsd !== null && formatCost(costUsd),
    durationMs !== undefined && formatDuration(durationMs),
  ].filter((part) => typeof part === 'string');
  return `about ${parts.join(', ')}; from ${runs === 1 ? '1 run' : `${runs} runs`}`;
}

/** The same for a run of all these tasks; undefined: none of them was asked before. */
export function earlierOfRun(
  tasks: readonly TaskPath[],
  figures: ReadonlyMap<TaskPath, EarlierFigures>,
): string | undefined {
  const known = tasks.flatMap((id) => figures.get(id) ?? []);
  if (known.length === 0) return undefined;
  const costs = known.flatMap(({ costUsd }) => costUsd ?? []);
  const cost = costs.length === 0 ? undefined : formatCost(costs.reduce((sum, one) => sum + one, 0));
  const tokens = formatTokens(known.reduce((sum, one) => sum + one.tokens, 0));
  const runs = Math.max(...known.map((one) => one.runs));
  return `about ${cost ?? tokens} in ${runs === 1 ? 'an earlier run' : `${runs} earlier runs`}`;
}
