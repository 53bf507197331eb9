import { AppError } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution, PlanRunner } from '@/run/runner';
import type { ActiveRuns } from './active-runs';
import type { RunHostOptions } from './host-options';
import { createRunRecord } from './new-run';
import type { Ownership, TakenRun } from './ownership';
import { planFork } from './planned-fork';

/** Starting of runs. */
export interface RunStarting extends PlanRunner {
  /** Stores a new run without starting it, as {@link Ownership.create} does. */
  create(execution: Execution, before?: () => Promise<void>): Promise<TakenRun>;
}

/** Starts and forks runs. */
export function startRuns(options: RunHostOptions, ownership: Ownership, active: ActiveRuns): RunStarting {
  const { executions, blobs } = options.stores;

  async function startRun(
    workflowId: string,
    plan: Plan,
    forkedFrom?: ForkedFrom,
    texts: readonly string[] = [],
  ): Promise<string> {
    const refusal = options.refusal?.(plan, workflowId);
    if (refusal !== undefined) throw refusal;
    const id = options.newId();
    const taken = await ownership.create(
      createRunRecord({ id, workflowId, plan, forkedFrom, now: options.clock.now() }),
    );
    try {
      for (const text of texts) await blobs.put(id, text);
      await active.goOn(taken).started;
    } catch (error) {
      // Nothing has happened in this run, so it is removed.
      await executions.remove(id);
      throw error;
    }
    return id;
  }

  return {
    create: (execution, before) => ownership.create(execution, before),
    start: ({ workflowId, plan }) => startRun(workflowId, plan),
    fork: async (wish) => {
      const source = await executions.get(wish.executionId);
      if (source === undefined) throw new AppError('VALIDATION_ERROR', 'The run to fork from no longer exists.');
      const { plan, forkedFrom, texts } = await planFork(blobs, source, wish);
      return startRun(source.workflowId, plan, forkedFrom, texts);
    },
  };
}
