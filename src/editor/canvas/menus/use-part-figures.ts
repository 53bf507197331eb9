import { useEffect, useState } from 'react';
import { formatAsked } from '@/plan/forecast/forecast-figures';
import type { PartForecast } from '@/plan/forecast/forecast-part';
import type { TargetKind } from '@/plan/partial/run-targets';
import { useRuns, useStores, useView } from '@/state/context';
import { buildTargets, findNewestEnded } from '@/state/run-part';

/** `targetKinds` without the schema beside them, which the first screen does not load. */
const kinds = ['only', 'from', 'until'] as const satisfies readonly TargetKind[];

/** For each way to run a part of the workflow, what it would ask and cost: `1 asked, ≈ $0.11`; and where. */
type PartTexts = { readonly [K in TargetKind]?: string };

/**
 * What runs from the selected tasks would ask, worked out each time that `openings`, of a menu, grows, and when a run
 * ends meanwhile. 0: not yet.
 */
export function usePartFigures(openings: number): PartTexts {
  const stores = useStores();
  const [figures, setFigures] = useState<PartTexts>({});
  const newest = useRuns(() => findNewestEnded(stores));
  const at = useView((state) => state.preferences.runsAt?.name);
  useEffect(() => {
    if (openings === 0) return;
    let isShown = true;
    const { document, services } = stores;
    const askFigures = async () => {
      await document.actions.settled();
      const targets = kinds.map((kind) => buildTargets(stores, kind));
      if (targets[0]?.tasks.length === 0) return;
      const { id } = document.getState();
      const found = await services.documents.forecastPart(id, newest?.id, newest?.lastSeq ?? 0, targets);
      if (!isShown || !found.ok) return;
      setFigures(Object.fromEntries(kinds.map((kind, index) => [kind, formatPartFigures(found.value[index])])));
    };
    // Without figures the menu says less, and the run itself tells what is wrong.
    askFigures().catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [openings, newest, stores]);
  if (at === undefined) return figures;
  return Object.fromEntries(kinds.map((kind) => [kind, [`at ${at}`, figures[kind]].filter(Boolean).join(', ')]));
}

/** `3 asked, ≈ $0.13`, `kept`, or what the part lacks. */
function formatPartFigures(forecast: PartForecast | undefined): string {
  if (forecast === undefined) return 'needs a run before it';
  return forecast.asked === 0 ? 'kept' : formatAsked(forecast);
}
