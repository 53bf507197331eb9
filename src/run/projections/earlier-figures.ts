import { computeExpectedCosts, type PriceOf } from '@/plan/forecast/expected-costs';
import type { PlanDefinition } from '@/plan/plan';
import { isSimulated } from '@/plan/simulated-only';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import type { RunState } from '../run-state';
import { computeUsedByTask } from './used-by-task';

/** What a task took on average in earlier runs, with all that is in it. */
export interface EarlierFigures {
  /** The runs in which it called a model itself; what was taken over from another run is not counted. */
  readonly runs: number;
  readonly tokens: number;
  /** USD, with the models and prices that will be asked; null: not known. */
  readonly costUsd: number | null;
  /** Set if it may be more, because the price of some of the calls is not known. */
  readonly isLeast?: true;
  /** Left out: not known. */
  readonly durationMs?: number;
}

interface Sums {
  runs: number;
  tokens: number;
  costUsd: number;
  priced: number;
  ms: number;
  timed: number;
}

/** The plan of the run that is expected, and the prices of its models. */
export interface PricedPlan {
  readonly plan: Pick<PlanDefinition, 'tasks' | 'library'>;
  readonly priceOf: PriceOf;
}

/**
 * The average of what each task took in these runs, by task path, at the prices of what a plan asks. Left out are tasks
 * that called no model, and those that a simulated model answered, unless it is asked again: what it used says nothing
 * of another one.
 */
export function computeEarlierFigures(
  states: readonly Pick<RunState, 'byTask' | 'tasks'>[],
  { plan, priceOf }: PricedPlan,
): ReadonlyMap<TaskPath, EarlierFigures> {
  const sums = new Map<TaskPath, Sums>();
  for (const { tasks, byTask } of states) {
    const used = computeUsedByTask({ byTask });
    const costs = computeExpectedCosts(plan, used, priceOf);
    const tokensOf = new Map<TaskPath, number>();
    const pretended = new Set<TaskPath>();
    for (const [path, { calls, inputTokens, outputTokens, models }] of used) {
      // The plan does not have the task any more.
      if (calls === 0 || !costs.has(path)) continue;
      const isPretended = costs.get(path) === null && (models.length === 0 || models.some(isSimulated));
      for (let around: TaskPath | undefined = path; around !== undefined; around = findContainerPath(around)) {
        tokensOf.set(around, (tokensOf.get(around) ?? 0) + inputTokens + outputTokens);
        if (isPretended) pretended.add(around);
      }
    }
    for (const [path, tokens] of tokensOf) {
      if (pretended.has(path)) continue;
      const sum = sums.get(path) ?? { runs: 0, tokens: 0, costUsd: 0, priced: 0, ms: 0, timed: 0 };
      const costUsd = costs.get(path) ?? null;
      const task = tasks.get(path);
      const ms = task?.status === 'ok' ? task.data.durationMs : undefined;
      sums.set(path, {
        runs: sum.runs + 1,
        tokens: sum.tokens + tokens,
        costUsd: sum.costUsd + (costUsd ?? 0),
        priced: sum.priced + (costUsd === null ? 0 : 1),
        ms: sum.ms + (ms ?? 0),
        timed: sum.timed + (ms === undefined ? 0 : 1),
      });
    }
  }
  return new Map([...sums].map(([path, sum]) => [path, computeAverage(sum)]));
}

function computeAverage({ runs, tokens, costUsd, priced, ms, timed }: Sums): EarlierFigures {
  return {
    runs,
    tokens: tokens / runs,
    costUsd: priced === 0 ? null : costUsd / priced,
    ...(timed > 0 && { durationMs: ms / timed }),
  };
}
