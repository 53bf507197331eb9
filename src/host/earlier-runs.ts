import type { EarlierRun } from '@/plan/forecast/forecast';
import { findPretence, type Pretence } from '@/plan/simulated-only';
import { collectEarlierTasks } from '@/run/projections/earlier-tasks';
import { computeUsedByTask } from '@/run/projections/used-by-task';
import { collectWrittenTasks } from '@/run/projections/written-tasks';
import type { ForkOutline, Runner } from '@/run/runner';
import type { RunStores } from '@/storage/stores';
import { findLostResults } from './lost-results';
import { buildForkPoint } from './new-run';
import { listSources } from './sources-of';

/** A fork that takes results. `pretence`: of its plan; left out: nothing, or as the run with the plan of the run. */
export interface TakingFork extends Pick<ForkOutline, 'seq' | 'plan' | 'holds'> {
  readonly pretence?: Pretence;
}

/**
 * What a forecast needs of a run, and of those whose results it would hand on to a fork; the newest first. Without an
 * outline of the fork: one from the end of the run, of the workflow as it is now.
 */
export async function createEarlierRuns(
  stores: Pick<RunStores, 'executions' | 'events' | 'blobs'>,
  { stateAt }: Pick<Runner, 'stateAt'>,
  executionId: string,
  { seq, plan, holds, pretence }: Partial<TakingFork> = {},
): Promise<readonly EarlierRun[]> {
  const { executions } = stores;
  const run = await executions.get(executionId);
  if (run === undefined) return [];
  const isOwn = plan === 'own';
  const keeps = holds ?? (isOwn ? run.forkedFrom?.holds : undefined);
  const forkedFrom = { ...buildForkPoint(run, seq), ...(keeps && { holds: true as const }) };
  const runs: EarlierRun[] = [];
  const pretends = pretence ?? (isOwn ? findPretence(run.plan) : 'nothing');
  for (const source of await listSources({ executions }, { forkedFrom }, pretends)) {
    const [execution, state] = await Promise.all([
      executions.get(source.executionId),
      stateAt(source.executionId, source.seq),
    ]);
    if (execution === undefined || state === undefined) continue;
    const { id } = execution;
    const edits = execution.forkedFrom?.edits ?? [];
    // A fork with the same plan has what a person wrote in the run; any other looks past that.
    const isSame = isOwn && id === executionId;
    // What was asked after the event of the fork is likely to be asked again.
    const whole = id === executionId && forkedFrom.seq < run.lastSeq ? await stateAt(id) : state;
    runs.push({
      id,
      plan: execution.plan,
      tasks: collectEarlierTasks(state, isSame ? [] : edits, await findLostResults(stores, id, state)),
      used: computeUsedByTask(whole ?? state),
      ...(isSame && { written: collectWrittenTasks(edits) }),
      ...(isSame && keeps && { holds: true as const }),
    });
  }
  return runs;
}
