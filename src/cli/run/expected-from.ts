import { defined } from '@/base/defined';
import type { JsonObject } from '@/base/json';
import type { PlanEstimate } from '@/plan/estimate/estimate';
import { computeEarlierFigures, type EarlierFigures, type PricedPlan } from '@/run/projections/earlier-figures';
import { computeExpectedRun, formatExpected, mostRunsExpectedFrom } from '@/run/projections/expected-figures';
import type { RunState } from '@/run/run-state';
import { readStateAt } from '@/storage/state-at';
import type { Io } from '../io';
import { findWorkflowPath } from './find-run';
import { openJournal } from './open-journal';
import type { StoreFlags } from './store-place';

/** How many runs of a journal are looked at: it may have many of other workflows. */
const mostLookedAt = 500;

/** What the newest runs of a file took, by task; empty: it has not completed a run. */
export async function readEarlierFigures(
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
      if ((await journal.sources.get(id))?.file !== findWorkflowPath(io, file)) continue;
      const run = await journal.executions.get(id);
      if (run?.status === 'completed' && run.plan.isDry === undefined) states.push(await readStateAt(journal, id));
    }
    return computeEarlierFigures(states, priced);
  } finally {
    journal.close();
  }
}

/** For a person: `about $0.08, at most $0.31, 4.1k tok, 1:12; from 12 runs`; undefined: there is no run. */
export function formatExpectedRun(
  estimate: PlanEstimate,
  earlier: ReadonlyMap<string, EarlierFigures>,
): string | undefined {
  const expected = computeExpectedRun(estimate, earlier);
  const most = estimate.unpriced.length > 0 || estimate.isCut ? undefined : estimate.costUsd.high;
  return expected && formatExpected(expected, most);
}

/** For other programs: what a run is expected to take, and each task; undefined: there is no run. */
export function formatExpectedJson(
  estimate: PlanEstimate,
  earlier: ReadonlyMap<string, EarlierFigures>,
): JsonObject | undefined {
  const expected = computeExpectedRun(estimate, earlier);
  const tasks = Object.fromEntries([...earlier].map(([path, figures]) => [path, formatFiguresJson(figures)]));
  return expected && { ...formatFiguresJson(expected), tasks };
}

function formatFiguresJson({ runs, tokens, costUsd, isLeast, durationMs }: EarlierFigures): JsonObject {
  return {
    runs,
    tokens,
    cost_usd: costUsd,
    ...defined({ cost_is_least: isLeast ? true : undefined, duration_ms: durationMs }),
  };
}
