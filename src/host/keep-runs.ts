import type { CleanupReport, Execution, Runner } from '@/run/runner';
import { runsToClean } from '@/storage/retention';
import type { RunHostOptions } from './host-options';
import type { RunOwning } from './own-runs';

/** How runs go. */
export interface RunKeeping extends Pick<Runner, 'remove'> {
  /** Removes what a rule allows to go of some workflows; with `dryRun` it is only told what that would be. */
  cleanUp(
    workflowIds: readonly string[],
    rule: Parameters<Runner['cleanUp']>[1],
    dryRun: boolean,
  ): Promise<CleanupReport>;
}

/** Removes runs, by hand and by rule. */
export function keepRuns(
  { stores, listener, clock }: Pick<RunHostOptions, 'stores' | 'listener' | 'clock'>,
  { atRest }: Pick<RunOwning, 'atRest'>,
): RunKeeping {
  const { executions, upkeep } = stores;

  async function removeRun(id: string): Promise<void> {
    // One whose record is damaged goes too: nobody can run it.
    const execution = await executions.get(id).catch(() => undefined);
    if (execution === undefined) return executions.remove(id);
    await atRest(execution, () => executions.remove(id));
    listener.gone({ executionId: id, workflowId: execution.workflowId });
  }

  return {
    remove: async (ids) => {
      for (const id of new Set(ids)) await removeRun(id);
    },
    cleanUp: async (workflowIds, rule, dryRun) => {
      const runs: Execution[] = [];
      for (const id of workflowIds) runs.push(...(await executions.list(id)));
      const going = runsToClean(runs, rule, clock.now());
      const sizes = await upkeep.sizes();
      const told = going.map(({ plan: _plan, ...execution }) => ({ execution, bytes: sizes.get(execution.id) ?? 0 }));
      if (dryRun) return { runs: told, orphans: await upkeep.orphans() };
      for (const { id } of going) await removeRun(id);
      return { runs: told, orphans: await upkeep.removeOrphans() };
    },
  };
}
