import type { Plan } from '../plan';
import { findPlannedTask } from '../planned-at';
import { computeRounds } from './certain-runs';
import type { PlanEstimate, TaskEstimate } from './estimate';

/** The rounds of a loop, and what one of them costs. */
export interface LoopRounds {
  readonly least: number;
  readonly most: number;
  /** The most that one round costs, in USD; null: the price of its model is not known. */
  readonly costUsd: number | null;
}

/** The rounds of a task that runs more than once until something holds; undefined: it is no such task. */
export function computeLoopRounds(plan: Pick<Plan, 'tasks' | 'library'>, task: TaskEstimate): LoopRounds | undefined {
  const planned = findPlannedTask(plan, task.id);
  const { loop } = planned ?? {};
  // The estimate counts each round at its most, so they are alike. `runs` has the rounds of a loop of the task's own.
  const runs = Math.max(1, task.runs.high);
  if (loop !== undefined) {
    const { low, high } = computeRounds(loop);
    return { least: low, most: high, costUsd: task.costUsd && task.costUsd.high / runs };
  }
  if (planned?.type !== 'director_evaluator') return undefined;
  const { maxIterations } = planned;
  return { least: 1, most: maxIterations, costUsd: task.costUsd && task.costUsd.high / (runs * maxIterations) };
}

/**
 * The first round of a loop that a budget of a run may not cover, when all that runs before the loop costs the most;
 * undefined: the budget covers them all, or what they cost is not known.
 */
export function findRoundOverBudget(
  { most, costUsd }: LoopRounds,
  { id }: Pick<TaskEstimate, 'id'>,
  { waves, tasks }: Pick<PlanEstimate, 'waves' | 'tasks'>,
  budget: number,
): number | undefined {
  if (costUsd === null || costUsd === 0) return undefined;
  const top = id.split('/')[0] ?? id;
  const own = waves.findIndex((wave) => wave.includes(top));
  const before = waves
    .slice(0, own + 1)
    .flat()
    .reduce((sum, each) => sum + (each === top ? 0 : (tasks[each]?.costUsd?.high ?? 0)), 0);
  // A cost is compared with some room for how sums of fractions are rounded.
  const covered = Math.floor((budget - before) / costUsd + 1e-9);
  return covered >= most ? undefined : Math.max(1, covered + 1);
}
