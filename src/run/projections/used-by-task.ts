import type { UsedTokens } from '@/plan/forecast/expected-costs';
import type { TaskPath } from '@/workflow/task-path';
import { noTotals } from '../run-figures';
import type { RunState, TaskTotals } from '../run-state';

type Used = Pick<RunState, 'byTask'> & Partial<Pick<RunState, 'takenByTask'>>;

/** What the calls of each task used in a run. `takenByTask` left out: without those that it took over. */
export function computeUsedByTask({ byTask, takenByTask = new Map() }: Used): ReadonlyMap<TaskPath, UsedTokens> {
  const paths = new Set([...byTask.keys(), ...takenByTask.keys()]);
  return new Map(
    [...paths].map((path) => [path, addTotals(byTask.get(path) ?? noTotals, takenByTask.get(path) ?? noTotals)]),
  );
}

function addTotals(one: TaskTotals, other: TaskTotals): UsedTokens {
  return {
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedTokens: (one.cachedTokens ?? 0) + (other.cachedTokens ?? 0),
    cacheWriteTokens: (one.cacheWriteTokens ?? 0) + (other.cacheWriteTokens ?? 0),
    costUsd: one.costUsd + other.costUsd,
    unpricedCalls: one.unpricedCalls + other.unpricedCalls,
    models: [...new Set([...(one.models ?? []), ...(other.models ?? [])])],
  };
}
