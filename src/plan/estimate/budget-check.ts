import { computeCost } from '../cost-at';
import type { Plan } from '../plan';
import { createPriceLookup, type PlanEstimate, type Range, type TaskEstimate } from './estimate';

/** What a run may use of one of its budgets. */
export interface BudgetCheck {
  readonly resource: 'tokens' | 'cost';
  /** Tokens or USD. */
  readonly limit: number;
  /** What the run will use, in the same unit. */
  readonly range: Range;
  /**
   * `too_small`: the run stops before its first call. `may_end`: the budget ends before the worst case, or
   * that is not known. `covers`: it does not.
   */
  readonly verdict: 'too_small' | 'may_end' | 'covers';
  /** Where it is too small: the first call that it does not cover, and the most that this call may take. */
  readonly first?: { readonly label: string; readonly needed: number };
  /** A budget that lets the worst case pass as far as that is known, in whole cents or tokens. */
  readonly enough: number;
}

/**
 * Compares the budgets of a run with its estimate. A run reserves the most that a call may take before it makes it, so
 * a budget that covers no first call ends with nothing done. What is not known counts as nothing: a budget is called
 * too small only if it certainly is.
 */
export function checkBudgets({ budget }: Pick<Plan, 'budget'>, estimate: PlanEstimate): readonly BudgetCheck[] {
  const { maxTotalCostUsd, maxTotalTokens } = budget;
  return [
    ...(maxTotalCostUsd > 0 ? [checkBudget('cost', maxTotalCostUsd, estimate.costUsd, estimate)] : []),
    ...(maxTotalTokens > 0 ? [checkBudget('tokens', maxTotalTokens, estimate.tokens, estimate)] : []),
  ];
}

function checkBudget(
  resource: BudgetCheck['resource'],
  limit: number,
  range: Range,
  estimate: PlanEstimate,
): BudgetCheck {
  const first = findFirstCall(resource, estimate);
  const most = Math.max(range.high, first?.needed ?? 0);
  const enough = resource === 'cost' ? Math.ceil(most * 100) / 100 : Math.ceil(most);
  const known = { resource, limit, range, enough };
  if (first !== undefined && first.needed > limit) return { ...known, verdict: 'too_small', first };
  return { ...known, verdict: range.high > limit || estimate.isCut ? 'may_end' : 'covers' };
}

/** The budget that ends before the first call of a run, if one does. */
export function findTooSmallBudget(
  plan: Pick<Plan, 'budget'>,
  estimate: PlanEstimate,
): (BudgetCheck & { readonly first: NonNullable<BudgetCheck['first']> }) | undefined {
  for (const check of checkBudgets(plan, estimate)) {
    if (check.verdict === 'too_small' && check.first !== undefined) return { ...check, first: check.first };
  }
  return undefined;
}

/** The cheapest of the calls that may be the first; undefined: there is none, or what one takes is not known. */
function findFirstCall(resource: BudgetCheck['resource'], estimate: PlanEstimate): BudgetCheck['first'] {
  let cheapest: BudgetCheck['first'];
  const calling = Object.values(estimate.tasks).filter(({ calls, model }) => calls.high > 0 && model !== undefined);
  const byTopTask = new Map<string, TaskEstimate[]>();
  for (const task of calling) {
    const top = task.id.split('/')[0] ?? task.id;
    const inTop = byTopTask.get(top);
    if (inTop === undefined) byTopTask.set(top, [task]);
    else inTop.push(task);
  }
  for (const wave of estimate.waves) {
    const inWave = wave.flatMap((id) => byTopTask.get(id) ?? []);
    for (const task of inWave) {
      const needed = computeLeastReservation(resource, task, estimate);
      if (needed === undefined) return undefined;
      if (cheapest === undefined || needed < cheapest.needed) cheapest = { label: task.label, needed };
    }
    // A call of a later wave comes first only if none of this one is certain.
    if (inWave.some(({ runs, calls }) => runs.low > 0 && calls.low > 0)) return cheapest;
  }
  return cheapest;
}

/** At least what a run reserves for a call: the shortest prompt, and the longest reply. */
function computeLeastReservation(
  resource: BudgetCheck['resource'],
  { model, calls, inputTokens, outputTokens }: TaskEstimate,
  estimate: PlanEstimate,
): number | undefined {
  const input = inputTokens.low / Math.max(calls.high, 1);
  const output = outputTokens.high / calls.high;
  if (resource === 'tokens') return input + output;
  const price = model && createPriceLookup(estimate)(model);
  return price && computeCost(price, { inputTokens: input, outputTokens: output });
}
