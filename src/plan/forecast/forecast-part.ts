import { AppError } from '@/base/errors';
import { getRootPath } from '@/workflow/task-path';
import { buildPartialPlan } from '../partial/partial-plan';
import type { RunTargets } from '../partial/run-targets';
import type { Plan } from '../plan';
import type { PriceOf } from './expected-costs';
import type { EarlierRun, RunForecast } from './forecast';
import { computeEarlierCosts, forecastAfter } from './forecast-run';

/** How many tasks a run of a part of a workflow would take and ask; cost as in a forecast of the whole. */
export type PartForecast = Pick<RunForecast, 'kept' | 'asked' | 'costUsd' | 'unpriced'>;

/**
 * Foresees a run of a part of a workflow, given earlier runs, the newest first. Undefined: it would not start, because
 * it needs what no run has given.
 */
export function forecastPart(
  plan: Plan,
  targets: RunTargets,
  earlier: readonly EarlierRun[],
  priceOf?: PriceOf,
): PartForecast | undefined {
  const partial = planPart(plan, targets, earlier);
  if (partial?.part === undefined) return undefined;
  const { held, left } = partial.part;
  const samples = targets.samples ?? {};
  const again = targets.kind === 'until' ? [] : targets.tasks.map(({ task }) => task);
  const foreseen = forecastAfter(partial, earlier, { again })?.tasks;
  const isLeft = new Set(left);
  const asked = new Set(again);
  let kept = 0;
  for (const { id } of partial.tasks) {
    if (isLeft.has(id) || (id in samples && !(id in held)) || again.some((task) => getRootPath(task) === id)) continue;
    if (id in held || foreseen?.get(id)?.forecast === 'kept') kept += 1;
    else asked.add(id);
  }
  // The newest run that knows of a task counts.
  const byRun = earlier.map((run) => computeEarlierCosts(plan, run, priceOf));
  const costs = [...asked].map((path) => byRun.find((one) => one.has(path))?.get(path) ?? null);
  const known = costs.filter((cost) => cost !== null);
  return {
    kept,
    asked: asked.size,
    costUsd: known.length === 0 && asked.size > 0 ? null : known.reduce((sum, cost) => sum + cost, 0),
    unpriced: costs.length - known.length,
  };
}

function planPart(plan: Plan, targets: RunTargets, earlier: readonly EarlierRun[]): Plan | undefined {
  try {
    return buildPartialPlan(plan, targets, earlier);
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return undefined;
    throw error;
  }
}
