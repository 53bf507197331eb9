import { isUnfinished } from '@/run/is-unfinished';
import type { Execution, Runner, RunOwner } from '@/run/runner';
import type { ActiveRuns } from './active-runs';
import type { RunHostOptions } from './host-options';
import type { Ownership, TakenRun } from './ownership';
import { isPausedByPerson } from './paused-by-person';
import { collectProviders } from './providers-of';

/** Which process runs a run, and how that changes. */
export interface RunOwning extends Pick<Runner, 'owner' | 'takeOver' | 'takeUp' | 'resumeUnfinished'> {
  isHere(executionId: string): boolean;
  /**
   * Releases a run that this process runs, for another process. Effects in flight are stopped, and nothing is logged.
   */
  leave(executionId: string): void;
  /** Calls `use` while no process runs the run. A run that has not ended is stopped first. */
  atRest(execution: Execution, use: () => Promise<void>): Promise<void>;
  /** Cancels the runs of a workflow in this process, and makes other processes release theirs. */
  cancelAllOf(workflowId: string): Promise<void>;
}

/** Resumes runs that no process runs, and releases those that another process needs. */
export function createRunKeeping(
  { stores, locks, models }: Pick<RunHostOptions, 'stores' | 'locks' | 'models'>,
  ownership: Ownership,
  active: ActiveRuns,
): RunOwning {
  const { executions, events } = stores;

  async function owner(id: string): Promise<RunOwner> {
    if (active.has(id)) return 'here';
    return (await locks.holder(id)) === undefined ? 'nobody' : 'elsewhere';
  }

  /** Takes a run that no process runs and that has not ended. */
  async function takeFree(id: string): Promise<TakenRun | undefined> {
    const taken = await ownership.takeUnfinished(id);
    return taken.ok ? taken.value : undefined;
  }

  /** Whether a run can continue without a person. */
  async function continuesAlone(execution: Execution): Promise<boolean> {
    if (!isUnfinished(execution.status) || (await isPausedByPerson(events, execution))) return false;
    return [...collectProviders(execution.plan)].every((provider) => models.keyState(provider) !== 'needed');
  }

  return {
    owner,
    isHere: (id) => active.has(id),
    leave: (id) => active.get(id)?.leave(),
    takeOver: async (id) => {
      if ((await active.steady(id)) !== undefined) return;
      const taken = await ownership.takeAway(id);
      if (taken !== undefined) await active.goOn(taken).started;
    },
    takeUp: async (id) => {
      const previousOwner = await owner(id);
      const execution = previousOwner === 'nobody' ? await executions.get(id) : undefined;
      if (execution === undefined || !(await continuesAlone(execution))) return previousOwner;
      const taken = await takeFree(id);
      if (taken !== undefined) await active.goOn(taken).started;
      return owner(id);
    },
    resumeUnfinished: async () => {
      const resumed: string[] = [];
      for (const execution of await executions.unfinished()) {
        const { id } = execution;
        if (active.has(id) || (await isPausedByPerson(events, execution))) continue;
        const taken = await takeFree(id);
        if (taken === undefined) continue;
        // The listener receives its failure.
        active.goOn(taken);
        resumed.push(id);
      }
      return resumed;
    },
    atRest: async ({ id }, use) => {
      const run = active.get(id);
      // It does not matter whether the end of the run can still be logged.
      run?.cancel();
      await run?.over;
      const hold = await ownership.wrest(id);
      await use().finally(hold.release);
    },
    cancelAllOf: async (workflowId) => {
      await Promise.all(
        active.ofWorkflow(workflowId).map((run) => {
          run.cancel();
          return run.over;
        }),
      );
      const others = (await executions.unfinished()).filter((execution) => execution.workflowId === workflowId);
      await Promise.all(others.map(async ({ id }) => (await ownership.wrest(id)).release()));
    },
  };
}
