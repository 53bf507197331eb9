import type { EarlierRun } from '@/plan/forecast/forecast-run';
import { earlierTasks } from '@/run/projections/earlier-tasks';
import type { Runner } from '@/run/runner';
import type { RunStores } from '@/storage/stores';
import { sourcesOf } from './sources-of';

/** What a forecast needs of a run, and of those whose results it would hand on to a fork; the newest first. */
export async function earlierRuns(
  { executions }: Pick<RunStores, 'executions'>,
  { stateAt }: Pick<Runner, 'stateAt'>,
  executionId: string,
): Promise<readonly EarlierRun[]> {
  const run = await executions.get(executionId);
  if (run === undefined) return [];
  const sources = await sourcesOf({ executions }, { forkedFrom: { executionId, seq: run.lastSeq } });
  const runs: EarlierRun[] = [];
  for (const source of sources) {
    const [execution, state] = await Promise.all([
      executions.get(source.executionId),
      stateAt(source.executionId, source.seq),
    ]);
    if (execution === undefined || state === undefined) continue;
    runs.push({ id: execution.id, plan: execution.plan, tasks: earlierTasks(state, execution.forkedFrom?.edits) });
  }
  return runs;
}
