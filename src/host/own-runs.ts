import { isUnfinished } from '@/run/is-unfinished';
import type { Execution, Runner, RunOwner } from '@/run/runner';
import type { ActiveRuns } from './active-runs';
import type { RunHostOptions } from './host-options';
import type { Ownership, TakenRun } from './ownership';
import { pausedByPerson } from './paused-by-person';
import { providersOf } from './providers-of';

/** Who runs what, and how that changes. */
export interface RunOwning extends Pick<Runner, 'owner' | 'takeOver' | 'takeUp' | 'resumeUnfinished'> {
  isHere(executionId: string): boolean;
  /**
   * Lets go of a run for another process, if it goes on here. What is in flight is stopped, and the log says nothing.
   */
  leave(executionId: string): void;
  /** Does something to a run while it goes on nowhere; one that has not ended is stopped for it. */
  atRest(execution: Execution, use: () => Promise<void>): Promise<void>;
  /** Cancels the runs of a workflow that go on here, and has others let go of theirs. */
  cancelAllOf(workflowId: string): Promise<void>;
}

/** Takes runs up that nobody runs, and lets go of those that others want. */
export function ownRuns(
  { stores, locks, models }: Pick<RunHostOptions, 'stores' | 'locks' | 'models'>,
  ownership: Ownership,
  active: ActiveRuns,
): RunOwning {
  const { executions, events } = stores;

  async function owner(id: string): Promise<RunOwner> {
    if (active.has(id)) return 'here';
    return (await locks.holder(id)) === undefined ? 'nobody' : 'elsewhere';
  }

  /** A run that nobody runs and that has not ended. */
  async function takeFree(id: string): Promise<TakenRun | undefined> {
    const taken = await ownership.takeUnfinished(id);
    return taken.ok ? taken.value : undefined;
  }

  /** Whether a run goes on without a person. */
  async function goesOnAlone(execution: Execution): Promise<boolean> {
    if (!isUnfinished(execution.status) || (await pausedByPerson(events, execution))) return false;
    return [...providersOf(execution.plan)].every((provider) => models.keyState(provider) !== 'needed');
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
      const before = await owner(id);
      const execution = before === 'nobody' ? await executions.get(id) : undefined;
      if (execution === undefined || !(await goesOnAlone(execution))) return before;
      const taken = await takeFree(id);
      if (taken !== undefined) await active.goOn(taken).started;
      return owner(id);
    },
    resumeUnfinished: async () => {
      const resumed: string[] = [];
      for (const execution of await executions.unfinished()) {
        const { id } = execution;
        if (active.has(id) || (await pausedByPerson(events, execution))) continue;
        const taken = await takeFree(id);
        if (taken === undefined) continue;
        // How it fails is told to the listener.
        active.goOn(taken);
        resumed.push(id);
      }
      return resumed;
    },
    atRest: async ({ id }, use) => {
      const run = active.get(id);
      // It does not matter whether its end can still be written.
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
