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

/** How many older runs of a workflow are looked at, besides those whose results a fork takes. */
const mostBefore = 4;

/**
 * What a forecast needs of the runs of the same workflow before a run, the newest first: calls that they were asked are
 * answered from the index, although nothing continues them.
 */
export async function createRunsBefore(
  stores: Pick<RunStores, 'executions' | 'events' | 'blobs'>,
  runner: Pick<Runner, 'stateAt'>,
  executionId: string,
): Promise<readonly EarlierRun[]> {
  const run = await stores.executions.get(executionId);
  const heads = run === undefined ? [] : await stores.executions.list(run.workflowId);
  const at = heads.findIndex(({ id }) => id === executionId);
  const before = heads.slice(at + 1).filter(({ isDry, imported }) => !isDry && !imported);
  const found = await Promise.all(before.slice(0, mostBefore).map(({ id }) => createEarlierRuns(stores, runner, id)));
  return found.flatMap(([newest], index) => (newest?.id === before[index]?.id && newest !== undefined ? [newest] : []));
}
