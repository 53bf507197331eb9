import { defined } from '@/base/defined';
import type { PlanEstimate, Range } from '@/plan/estimate/estimate';
import type { RunComparison } from '@/run/compare/compare-runs';
import { addSpent, nothingSpent, type Spent } from '@/run/compare/spent';
import { getRootPath } from '@/workflow/task-path';

/** How what a task took lies to what was planned for it. */
export type PlanFit = 'within' | 'more' | 'less' | 'notPlanned' | 'notRun';

/** A task of the workflow, planned and as it ran. */
export interface PlannedAndRun {
  readonly id: string;
  /** Tokens in and out; left out: it is not in the plan. */
  readonly planned?: { readonly calls: Range; readonly tokens: Range; readonly costUsd: Range | null };
  /** With what was taken over from an earlier run; left out: it did not run. */
  readonly ran?: Spent;
  readonly fit: PlanFit;
}

/**
 * What each task of the workflow itself was planned to take, and what it took in a run, with all that is in it.
 * `comparison`: of the run with itself.
 */
export function pairPlannedWithRun(
  estimate: PlanEstimate,
  { rows }: Pick<RunComparison, 'rows'>,
): readonly PlannedAndRun[] {
  const ran = new Map<string, Spent>();
  for (const { taskPath, second } of rows) {
    if (second === undefined) continue;
    const root = getRootPath(taskPath);
    ran.set(root, addSpent(ran.get(root) ?? nothingSpent, addSpent(second.own, second.taken)));
  }
  const planned = estimate.waves.flat();
  const others = [...ran.keys()].filter((id) => !planned.includes(id));
  return [...planned, ...others].map((id) => {
    const task = estimate.tasks[id];
    const took = ran.get(id);
    if (task === undefined) return { id, ...defined({ ran: took }), fit: 'notPlanned' };
    const { calls, inputTokens, outputTokens, costUsd } = task;
    const tokens = { low: inputTokens.low + outputTokens.low, high: inputTokens.high + outputTokens.high };
    const of = { calls, tokens, costUsd };
    return took === undefined
      ? { id, planned: of, fit: 'notRun' }
      : { id, planned: of, ran: took, fit: classifyFit(tokens, took.tokens) };
  });
}

function classifyFit({ low, high }: Range, took: number): PlanFit {
  if (took > Math.ceil(high)) return 'more';
  return took < Math.floor(low) ? 'less' : 'within';
}
