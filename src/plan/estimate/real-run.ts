import { formatCount } from '@/base/figures';
import { err, ok, type Result } from '@/base/result';
import { listAttachedPaths } from '../attachments/attached-paths';
import { formatModelName } from '../format-model-name';
import { type Checked, makePlan, type PlanningWorld, type PlanSteps } from '../make-plan';
import { listPlanModels } from '../models-of-plan';
import type { LoadTokenCounter } from '../ports';
import type { Range } from './estimate';
import { countText, formatCostRange } from './range-text';

/** What a run of a workflow that is not open yet would take. */
export interface RealRun {
  readonly calls: Range;
  readonly costUsd: Range;
  /** Models whose price is not known, as `provider:name`; their calls are not in `costUsd`. */
  readonly unpriced: readonly string[];
  /** What the figures leave out, in words. */
  readonly uncounted: readonly string[];
  /** The models that it calls, as `provider:name`. */
  readonly models: readonly string[];
  /** Whether calls of functions were not followed to their end: the high ends are not the most then. */
  readonly isCut?: true;
}

/** Estimates what a run would take, as its plan does, without its files; else why there is no plan, for a person. */
export async function estimateRealRun(
  checked: Checked,
  world: Omit<PlanningWorld, 'files'>,
  loadTokens: LoadTokenCounter,
  follower?: PlanSteps,
): Promise<Result<RealRun, string>> {
  const planned = await makePlan(checked, { ...world, files: async () => [] }, loadTokens, follower);
  if (!planned.ok) return err(planned.diagnostics[0]?.message ?? 'It cannot be planned.');
  const { plan, estimate } = planned;
  const { calls, costUsd, unpriced, uncounted } = estimate;
  const hasFiles = listAttachedPaths(plan).length > 0;
  return ok({
    ...{ calls, costUsd, unpriced },
    uncounted: hasFiles ? ['attached files', ...uncounted] : uncounted,
    models: listPlanModels(plan).map(formatModelName),
    ...(estimate.isCut && { isCut: true }),
  });
}

/** The figures of a run: `A real run makes 4 – 9 calls and costs $0.01 – $0.02 at the listed prices.` */
export function formatRealRun({ calls, costUsd, unpriced, isCut }: Omit<RealRun, 'uncounted' | 'models'>): string {
  if (isCut)
    return `A real run makes at least ${formatCount(calls.low, 'call')}: functions call one another, so the most is not known.`;
  if (calls.high === 0) return 'A real run calls no model: it costs nothing.';
  const made = `A real run makes ${countText(calls)} ${calls.high === 1 ? 'call' : 'calls'}`;
  if (unpriced.length > 0 && costUsd.high === 0) return `${made}. What it costs is not known: no price is.`;
  const costs = `${made} and costs ${formatCostRange(costUsd)} at the listed prices`;
  return unpriced.length === 0 ? `${costs}.` : `${costs}, without ${unpriced.join(', ')}: their price is not known.`;
}
