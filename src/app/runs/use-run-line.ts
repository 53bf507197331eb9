import { useMemo } from 'react';
import { defined } from '@/base/defined';
import { isUnfinished } from '@/run/is-unfinished';
import { computeRunLine } from '@/run/line/compute-run-line';
import type { RunLine } from '@/run/line/run-line';
import { useDocument, useForecast, useOutlook, useRun, useRuns, useView } from '@/state/context';
import { useNow } from '@/ui/use-now';
import { gatherRunFacts } from './run-facts';

interface RunLineOptions {
  /** Where it runs, as `at Loom`. */
  readonly place?: string | undefined;
  /** The name of a provider for a person, by its id. */
  readonly getLabel?: (provider: string) => string;
  /** Whether its clock goes on. Whoever needs the mark alone leaves it out. */
  readonly isTicking?: boolean;
}

/** How the run is. */
export function useRunLine({ place, getLabel, isTicking = false }: RunLineOptions = {}): RunLine {
  const nextServer = useView((state) => state.preferences.runsAt?.name);
  const document = useDocument((state) => state.document);
  const diagnostics = useDocument((state) => state.diagnostics);
  const executionId = useRun((state) => state.executionId);
  const name = useRun((state) => state.name);
  const present = useRun((state) => state.present);
  const owner = useRun((state) => state.owner);
  const takenAway = useRun((state) => state.takenAway);
  const failure = useRun((state) => state.failure);
  const waits = useRun((state) => state.waits);
  const entries = useRuns((state) => state.entries);
  const status = useRuns((state) => state.status);
  const forecast = useForecast((state) => state);
  const outlook = useOutlook((state) => state);
  const now = useNow(isTicking && executionId !== undefined && isUnfinished(present.status));
  return useMemo(() => {
    const states = {
      ...{ document: { document, diagnostics }, run: { executionId, name, present, owner, takenAway, failure, waits } },
      ...{ runs: { entries, status }, forecast, outlook },
    };
    return computeRunLine(gatherRunFacts(states, { now, place, nextServer, ...defined({ getLabel }) }));
  }, [
    document,
    diagnostics,
    executionId,
    name,
    present,
    owner,
    takenAway,
    failure,
    waits,
    entries,
    status,
    forecast,
    outlook,
    now,
    place,
    nextServer,
    getLabel,
  ]);
}
