import type { CleanupReport, Execution, Runner } from '@/run/runner';
import { runsToClean } from '@/storage/retention';
import type { Stores } from '@/storage/stores';
import type { StorageQuota } from './storage-quota';
import type { RunName } from './update-batcher';

/** What runs take of the storage, and how they go. */
export type RunKeeping = Pick<Runner, 'remove' | 'storage' | 'cleanUp'>;

interface KeepingOptions {
  readonly stores: Stores;
  readonly quota: StorageQuota;
  /** ms since 1970. */
  readonly now: () => number;
  /** Sees to it that a run goes on nowhere while something is done to it. */
  readonly atRest: (execution: Execution, use: () => Promise<void>) => Promise<void>;
  readonly onGone: (run: RunName) => void;
}

/** Removes runs, by hand and by rule. */
export function keepRuns({ stores, quota, now, atRest, onGone }: KeepingOptions): RunKeeping {
  const { executions, workflows, upkeep } = stores;

  async function removeRun(id: string): Promise<void> {
    // One whose record is damaged goes too: nobody can run it.
    const execution = await executions.get(id).catch(() => undefined);
    if (execution === undefined) return executions.remove(id);
    await atRest(execution, () => executions.remove(id));
    onGone({ executionId: id, workflowId: execution.workflowId });
  }

  async function runsOf(workflowId: string | undefined): Promise<readonly Execution[]> {
    const ids = workflowId === undefined ? (await workflows.list()).map(({ id }) => id) : [workflowId];
    const lists: (readonly Execution[])[] = [];
    for (const id of ids) lists.push(await executions.list(id));
    return lists.flat();
  }

  return {
    remove: async (ids) => {
      for (const id of new Set(ids)) await removeRun(id);
    },
    storage: async () => {
      const [runs, told] = await Promise.all([upkeep.sizes(), quota()]);
      return { runs, ...told };
    },
    cleanUp: async (workflowId, rule, dryRun): Promise<CleanupReport> => {
      const going = runsToClean(await runsOf(workflowId), rule, now());
      const sizes = await upkeep.sizes();
      const runs = going.map(({ plan: _plan, ...execution }) => ({ execution, bytes: sizes.get(execution.id) ?? 0 }));
      if (dryRun) return { runs, orphans: await upkeep.orphans() };
      for (const { id } of going) await removeRun(id);
      return { runs, orphans: await upkeep.removeOrphans() };
    },
  };
}
