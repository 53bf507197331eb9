import { AppError } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution, PlanRunner } from '@/run/runner';
import type { ActiveRuns } from './active-runs';
import type { RunHostOptions } from './host-options';
import { forkPoint, newRun } from './new-run';
import type { Ownership, TakenRun } from './ownership';

/** Starting of runs. */
export interface RunStarting extends PlanRunner {
  /** Stores a new run without starting it. Errors: those of `executions.create`. */
  create(execution: Execution): Promise<TakenRun>;
}

/** Starts and forks runs. */
export function startRuns(options: RunHostOptions, ownership: Ownership, active: ActiveRuns): RunStarting {
  const { executions } = options.stores;

  async function start(workflowId: string, plan: Plan, forkedFrom?: ForkedFrom): Promise<string> {
    const refusal = options.refusal?.(plan);
    if (refusal !== undefined) throw refusal;
    const id = options.newId();
    const taken = await ownership.create(newRun({ id, workflowId, plan, forkedFrom, now: options.clock.now() }));
    try {
      await active.goOn(taken).started;
    } catch (error) {
      // Nothing has happened in this run, so it is removed.
      await executions.remove(id);
      throw error;
    }
    return id;
  }

  return {
    create: (execution) => ownership.create(execution),
    start: ({ workflowId, plan }) => start(workflowId, plan),
    fork: async ({ executionId, seq, plan }) => {
      const source = await executions.get(executionId);
      if (source === undefined) throw new AppError('VALIDATION_ERROR', 'The run to fork from no longer exists.');
      return start(source.workflowId, plan ?? source.plan, forkPoint(source, seq));
    },
  };
}
