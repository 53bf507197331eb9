import { AppError } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution, PlanRunner } from '@/run/runner';
import type { ActiveRuns } from './active-runs';
import type { RunHostOptions } from './host-options';
import { forkPoint, newRun } from './new-run';
import type { Ownership, TakenRun } from './ownership';
import { editsOfFork } from './stored-edits';

/** Starting of runs. */
export interface RunStarting extends PlanRunner {
  /** Stores a new run without starting it, as {@link Ownership.create} does. */
  create(execution: Execution, before?: () => Promise<void>): Promise<TakenRun>;
}

/** Starts and forks runs. */
export function startRuns(options: RunHostOptions, ownership: Ownership, active: ActiveRuns): RunStarting {
  const { executions, blobs } = options.stores;

  async function start(
    workflowId: string,
    plan: Plan,
    forkedFrom?: ForkedFrom,
    texts: readonly string[] = [],
  ): Promise<string> {
    const refusal = options.refusal?.(plan);
    if (refusal !== undefined) throw refusal;
    const id = options.newId();
    const taken = await ownership.create(newRun({ id, workflowId, plan, forkedFrom, now: options.clock.now() }));
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
    start: ({ workflowId, plan }) => start(workflowId, plan),
    fork: async ({ executionId, seq, plan, edits: own = [], holds }) => {
      const source = await executions.get(executionId);
      if (source === undefined) throw new AppError('VALIDATION_ERROR', 'The run to fork from no longer exists.');
      const keeps = holds ?? (plan === undefined ? source.forkedFrom?.holds : undefined);
      const point = { ...forkPoint(source, seq), ...(keeps && { holds: keeps }) };
      // A run of another plan takes what models gave, not what a person tried out.
      if (plan !== undefined) return start(source.workflowId, plan, point);
      const { edits, texts } = await editsOfFork(blobs, source, own);
      const forkedFrom = edits.length === 0 ? point : { ...point, edits: [...edits] };
      return start(source.workflowId, source.plan, forkedFrom, texts);
    },
  };
}
