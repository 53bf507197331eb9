import { findTooSmallBudget } from '@/plan/estimate/budget-check';
import { listPlanModels } from '@/plan/models-of-plan';
import type { Planned } from '@/plan/planned';
import { isSimulated } from '@/plan/simulated-only';

/** A provider whose key a run needs and does not have. */
export interface MissingKey {
  readonly id: string;
  readonly label: string;
}

/** What a run of the workflow as it is now would be, as far as it is known before it. */
export interface RunOutlook {
  readonly calls: { readonly high: number };
  /** In USD; undefined: the price of a model is not known. */
  readonly costUsd: { readonly low: number; readonly high: number } | undefined;
  /** Whether only the simulated model is asked. */
  readonly isSimulated: boolean;
  /** The first provider without a key, and how many tasks call its models. */
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
  const tasks = Object.values(estimate.tasks);
  return {
    calls: estimate.calls,
    costUsd: estimate.unpriced.length > 0 ? undefined : estimate.costUsd,
    isSimulated: models.every(isSimulated),
    missingKey: first && { ...first, tasks: tasks.filter(({ model }) => model?.provider === first.id).length },
    tooSmall: findTooSmallBudget(plan, estimate),
  };
}
