import type { CleanupReport, ExecutionHead, Runner } from '@/run/runner';
import { selectRunsToClean } from '@/storage/retention';
import type { RunHostOptions } from './host-options';
import type { RunOwning } from './own-runs';

/** Annotation and removal of runs. */
export interface RunKeeping extends Pick<Runner, 'annotate' | 'remove'> {
  /** Removes runs of some workflows that a rule selects; with `dryRun` it only reports them. */
  cleanUp(
    workflowIds: readonly string[],
    rule: Parameters<Runner['cleanUp']>[1],
    dryRun: boolean,
  ): Promise<CleanupReport>;
}

/** Annotates runs, and removes them: those given by id, and those that a rule selects. */
export function keepRuns(
  { stores, listener, clock }: Pick<RunHostOptions, 'stores' | 'listener' | 'clock'>,
  { atRest }: Pick<RunOwning, 'atRest'>,
): RunKeeping {
  const { executions, upkeep } = stores;

  async function removeRun(id: string): Promise<void> {
    // A run with a damaged record is removed too: no process can run it.
    const execution = await executions.get(id).catch(() => undefined);
    if (execution === undefined) return executions.remove(id);
    await atRest(execution, () => executions.remove(id));
    listener.gone({ executionId: id, workflowId: execution.workflowId });
  }

  return {
    annotate: async (id, change) => {
      await executions.annotate(id, change);
      // A run whose plan is damaged is in no list that could follow.
      const execution = await executions.get(id).catch(() => undefined);
      if (execution !== undefined) listener.annotated({ executionId: id, workflowId: execution.workflowId });
    },
    remove: async (ids) => {
      for (const id of new Set(ids)) await removeRun(id);
    },
    cleanUp: async (workflowIds, rule, dryRun) => {
      const runs: ExecutionHead[] = [];
      for (const id of workflowIds) runs.push(...(await executions.list(id)));
      const expired = selectRunsToClean(runs, rule, clock.now());
      const sizes = await upkeep.sizes();
      const removed = expired.map(({ planHash: _hash, ...execution }) => ({
        execution,
        bytes: sizes.get(execution.id) ?? 0,
      }));
      if (dryRun) return { runs: removed, orphans: await upkeep.orphans() };
      for (const { id } of expired) await removeRun(id);
      return { runs: removed, orphans: await upkeep.removeOrphans() };
    },
  };
}
