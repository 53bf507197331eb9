import type { JsonObject } from '@/base/json';
import type { PlanEstimate } from '@/plan/estimate/estimate';
import { type EarlierFigures, earlierFigures, type PricedPlan } from '@/run/projections/earlier-figures';
import { expectedOfRun, expectedWords, mostRunsExpectedFrom } from '@/run/projections/expected-figures';
import type { RunState } from '@/run/run-state';
import { stateAt } from '@/storage/state-at';
import type { Io } from '../io';
import { pathOf } from './find-run';
import { openJournal } from './open-journal';
import type { StoreFlags } from './store-place';

/** How many runs of a journal are looked at: it may have many of other workflows. */
const mostLookedAt = 500;

/** What the newest runs of a file took, by task; empty: it has not completed a run. */
export async function earlierOf(
  io: Io,
  file: string,
  flags: StoreFlags,
  priced: PricedPlan,
): Promise<ReadonlyMap<string, EarlierFigures>> {
  const open = await openJournal(io, file, flags);
  const { journal } = open;
  try {
    const states: RunState[] = [];
    for (const id of (await journal.ids()).slice(0, mostLookedAt)) {
      if (states.length === mostRunsExpectedFrom) break;
      if ((await journal.sources.get(id))?.file !== pathOf(io, file)) continue;
      const run = await journal.executions.get(id);
      if (run?.status === 'completed' && run.plan.isDry === undefined) states.push(await stateAt(journal, id));
    }
    return earlierFigures(states, priced);
  } finally {
    journal.close();
  }
}

/** For a person: `about $0.08, at most $0.31, 4.1k tok, 1:12; from 12 runs`; undefined: there is no run. */
export function expectedText(estimate: PlanEstimate, earlier: ReadonlyMap<string, EarlierFigures>): string | undefined {
  const expected = expectedOfRun(estimate, earlier);
  const most = estimate.unpriced.length > 0 ? undefined : estimate.costUsd.high;
  return expected && expectedWords(expected, most);
}

/** For other programs: what a run is expected to take, and each task; undefined: there is no run. */
export function expectedJson(
  estimate: PlanEstimate,
  earlier: ReadonlyMap<string, EarlierFigures>,
): JsonObject | undefined {
  const expected = expectedOfRun(estimate, earlier);
  const tasks = Object.fromEntries([...earlier].map(([path, figures]) => [path, figuresJson(figures)]));
  return expected && { ...figuresJson(expected), tasks };
}

function figuresJson({ runs, tokens, costUsd, isLeast, durationMs }: EarlierFigures): JsonObject {
  return {
    runs,
    tokens,
    cost_usd: costUsd,
    ...(isLeast && { cost_is_least: true }),
    ...(durationMs !== undefined && { duration_ms: durationMs }),
  };
}
