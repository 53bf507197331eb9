import { useEffect, useMemo, useState } from 'react';
import { formatAsked } from '@/plan/forecast/forecast-figures';
import type { PartForecast } from '@/plan/forecast/forecast-part';
import type { TargetKind } from '@/plan/partial/run-targets';
import { useRuns, useStores, useView } from '@/state/context';
import { buildTargets, findNewestEnded } from '@/state/run-part';

/** `targetKinds` without the schema beside them, which the first screen does not load. */
const allKinds = ['only', 'from', 'until'] as const satisfies readonly TargetKind[];

/** For each way to run a part of the workflow, what would run and what it costs: `1 to run, ≈ $0.11`; and where. */
type PartTexts = { readonly [K in TargetKind]?: string };

/** For each way to run a part of the workflow, what it would ask; undefined: it needs what no run has. */
type PartForecasts = { readonly [K in TargetKind]?: PartForecast | undefined };

/**
 * What runs from the selected tasks would ask, worked out each time that `openings`, of a menu, grows, and when a run
 * ends meanwhile. 0: not yet.
 */
export function usePartFigures(openings: number): PartTexts {
  const forecasts = usePartForecasts(openings === 0 ? undefined : openings, allKinds);
  const at = useView((state) => state.preferences.runsAt?.name);
  return useMemo(() => {
    const formatPart = (kind: TargetKind) =>
      [
        ...(at === undefined ? [] : [`at ${at}`]),
        ...(forecasts === undefined ? [] : [formatPartFigures(forecasts[kind])]),
      ].join(', ') || undefined;
    return Object.fromEntries(allKinds.map((kind) => [kind, formatPart(kind)]));
  }, [forecasts, at]);
}

/**
 * What runs from the selected tasks would ask, worked out each time that `when` is another value, and when a run ends
 * meanwhile. Undefined: not known yet, or not to be known. `kinds` is always the same list.
 */
export function usePartForecasts(when: unknown, kinds: readonly TargetKind[]): PartForecasts | undefined {
  const stores = useStores();
  const [forecasts, setForecasts] = useState<PartForecasts>();
  const newest = useRuns(() => findNewestEnded(stores));
  useEffect(() => {
    if (when === undefined) return;
    let isShown = true;
    const { document, services } = stores;
    const askFigures = async () => {
      await document.actions.settled();
      const targets = kinds.map((kind) => buildTargets(stores, kind));
      if (targets[0]?.tasks.length === 0) return;
      const { id } = document.getState();
      const found = await services.documents.forecastPart(id, newest?.id, newest?.lastSeq ?? 0, targets);
      if (!isShown || !found.ok) return;
      setForecasts(Object.fromEntries(kinds.map((kind, index) => [kind, found.value[index]])));
    };
    // Without figures the menu says less, and the run itself tells what is wrong.
    askFigures().catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [when, newest, stores, kinds]);
  return forecasts;
}

/** `3 to run, ≈ $0.13`, `unchanged`, or what the part lacks. */
function formatPartFigures(forecast: PartForecast | undefined): string {
  if (forecast === undefined) return 'needs a run before it';
  return forecast.asked === 0 ? 'unchanged' : formatAsked(forecast);
}
