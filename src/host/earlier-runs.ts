import type { EarlierRun } from '@/plan/forecast/forecast';
import { earlierTasks } from '@/run/projections/earlier-tasks';
import { writtenTasks } from '@/run/projections/written-tasks';
import type { ForkOutline, Runner } from '@/run/runner';
import type { RunStores } from '@/storage/stores';
import { lostResults } from './lost-results';
import { forkPoint } from './new-run';
import { sourcesOf } from './sources-of';

/**
 * What a forecast needs of a run, and of those whose results it would hand on to a fork; the newest first. Without an
 * outline of the fork: one from the end of the run, of the workflow as it is now.
 */
export async function earlierRuns(
  stores: Pick<RunStores, 'executions' | 'events' | 'blobs'>,
  { stateAt }: Pick<Runner, 'stateAt'>,
  executionId: string,
  { seq, plan, holds }: Partial<Pick<ForkOutline, 'seq' | 'plan' | 'holds'>> = {},
): Promise<readonly EarlierRun[]> {
  const { executions } = stores;
  const run = await executions.get(executionId);
  if (run === undefined) return [];
  const isOwn = plan === 'own';
  const keeps = holds ?? (isOwn ? run.forkedFrom?.holds : undefined);
  const forkedFrom = { ...forkPoint(run, seq), ...(keeps && { holds: true as const }) };
  const runs: EarlierRun[] = [];
  for (const source of await sourcesOf({ executions }, { forkedFrom })) {
    const [execution, state] = await Promise.all([
      executions.get(source.executionId),
      stateAt(source.executionId, source.seq),
    ]);
    if (execution === undefined || state === undefined) continue;
    const { id } = execution;
    const edits = execution.forkedFrom?.edits ?? [];
    // A fork with the same plan has what a person wrote in the run; any other looks past that.
    const isSame = isOwn && id === executionId;
    const later = id === executionId && forkedFrom.seq < run.lastSeq ? await stateAt(id) : undefined;
    runs.push({
      id,
      plan: execution.plan,
      tasks: earlierTasks(state, isSame ? [] : edits, await lostResults(stores, id, state)),
      ...(later && { costs: new Map([...earlierTasks(later)].map(([path, { costUsd }]) => [path, costUsd])) }),
      ...(isSame && { written: writtenTasks(edits) }),
      ...(isSame && keeps && { holds: true as const }),
    });
  }
  return runs;
}
