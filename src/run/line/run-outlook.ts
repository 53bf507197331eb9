import { findTooSmallBudget } from '@/plan/estimate/budget-check';
import type { PlanEstimate } from '@/plan/estimate/estimate';
import { listPlanModels } from '@/plan/models-of-plan';
import type { Planned } from '@/plan/planned';
import { isSimulated } from '@/plan/simulated-only';
import { getRootPath } from '@/workflow/task-path';

/** A provider whose key a run needs and does not have. */
export interface MissingKey {
  readonly id: string;
  readonly label: string;
}

/** What a run of the workflow as it is now would be, as far as it is known before it. */
export interface RunOutlook {
  /** `high`: undefined if there is no bound. */
  readonly calls: { readonly low: number; readonly high: number | undefined };
  /** In USD; undefined: the price of a model is not known. */
  readonly costUsd: { readonly low: number; readonly high: number } | undefined;
  /** Whether only the simulated model is asked. */
  readonly isSimulated: boolean;
  /** The first provider without a key, and how many top-level tasks call its models. */
  readonly missingKey: (MissingKey & { readonly tasks: number }) | undefined;
  /** The budget that ends before the first call, if one does. */
  readonly tooSmall: ReturnType<typeof findTooSmallBudget>;
}

/** What a plan says of a run. `missing`: the providers of its models whose keys are not there. */
export function computeRunOutlook(
  { plan, estimate }: Extract<Planned, { ok: true }>,
  missing: readonly MissingKey[],
): RunOutlook {
  const models = listPlanModels(plan);
  const [first] = missing;
  return {
    calls: estimate.isCut ? { low: estimate.calls.low, high: undefined } : estimate.calls,
    costUsd: estimate.unpriced.length > 0 || estimate.isCut ? undefined : estimate.costUsd,
    isSimulated: models.every(isSimulated),
    missingKey: first && { ...first, tasks: countTasksOf(first.id, estimate) },
    tooSmall: findTooSmallBudget(plan, estimate),
  };
}

/** How many top-level tasks ask a provider, themselves or in a task in them: those are counted wherever tasks are. */
function countTasksOf(provider: string, { tasks, waves }: PlanEstimate): number {
  const asking = Object.entries(tasks).flatMap(([path, { model }]) =>
    model?.provider === provider ? [getRootPath(path)] : [],
  );
  const roots = new Set(asking);
  return waves.flat().filter((id) => roots.has(id)).length;
}
