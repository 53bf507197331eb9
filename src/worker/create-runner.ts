import { AppError, toFailure } from '@/base/errors';
import type { EngineDeps } from '@/engine/deps';
import { runPlan } from '@/engine/run-plan';
import { headOf } from '@/run/run-head';
import type { Execution, Runner } from '@/run/runner';
import type { Stores } from '@/storage/stores';
import type { RunLocks } from './run-locks';
import type { UpdateBatcher } from './update-batcher';

/** What a runner hangs on. */
export interface RunnerOptions {
  readonly stores: Stores;
  /** The engine's ports, besides the stores. */
  readonly world: Omit<EngineDeps, 'events' | 'blobs'>;
  readonly locks: RunLocks;
  readonly updates: UpdateBatcher;
  readonly newId: () => string;
}

/** A runner that can also stop everything of one workflow. */
export interface HostRunner extends Runner {
  cancelAllOf(workflowId: string): Promise<void>;
}

interface ActiveRun {
  readonly workflowId: string;
  readonly controller: AbortController;
  /** Resolves when it is over, however it ended. */
  readonly over: Promise<void>;
}

/** Runs plans in this process and keeps them in the stores. */
export function createRunner({ stores, world, locks, updates, newId }: RunnerOptions): HostRunner {
  const { executions, events, blobs } = stores;
  const active = new Map<string, ActiveRun>();

  /** Sets a run going. Resolves once its first events are durable or it is over; rejects if it ended before any. */
  function go(execution: Execution, release: () => void, controller = new AbortController()): Promise<void> {
    const { id: executionId, workflowId, plan } = execution;
    const name = { executionId, workflowId };
    return new Promise((resolve, reject) => {
      const over = runPlan({
        executionId,
        workflowId,
        plan,
        deps: { ...world, events, blobs },
        signal: controller.signal,
        onEvents: (batch) => {
          updates.events(name, batch);
          resolve();
        },
        onDelta: (delta) => updates.delta(name, delta),
        onStorageFull: (failure) => updates.failure(name, failure ?? null),
      })
        .then(
          () => resolve(),
          (error: unknown) => {
            updates.failure(name, toFailure(error));
            reject(error);
          },
        )
        .finally(() => {
          active.delete(executionId);
          release();
        });
      active.set(executionId, { workflowId, controller, over });
    });
  }

  /** The run as it stands now and the right to run it; undefined if it has ended or another tab runs it. */
  async function takeUp(id: string): Promise<{ execution: Execution; release: () => void } | 'ended' | 'elsewhere'> {
    const release = await locks.hold(id);
    if (release === undefined) return 'elsewhere';
    // Read under the lock: until then another tab may have finished it.
    const execution = await executions.get(id).catch((error: unknown) => {
      release();
      throw error;
    });
    if (execution?.status === 'running' || execution?.status === 'waiting') return { execution, release };
    release();
    return 'ended';
  }

  async function cancel(id: string): Promise<void> {
    const run = active.get(id);
    if (run !== undefined) {
      run.controller.abort();
      return run.over;
    }
    const taken = await takeUp(id);
    if (taken === 'ended') return;
    if (taken === 'elsewhere') {
      throw new AppError('VALIDATION_ERROR', 'This run goes on in another tab.', { advice: 'Cancel it there.' });
    }
    // Nobody runs it. The engine itself writes how a cancelled run ends.
    const controller = new AbortController();
    controller.abort();
    await go(taken.execution, taken.release, controller);
    await active.get(id)?.over;
  }

  return {
    start: async ({ workflowId, plan }) => {
      const id = newId();
      const startedAt = new Date(world.clock.now()).toISOString();
      const execution: Execution = { ...headOf(plan), id, workflowId, name: plan.name, plan, startedAt };
      const release = await locks.hold(id);
      if (release === undefined) throw new AppError('INTERNAL', `Run ${id} exists.`);
      await executions.create(execution).catch((error: unknown) => {
        release();
        throw error;
      });
      await go(execution, release).catch(async (error: unknown) => {
        // Nothing of it has happened: it is as if it had not been started.
        await executions.remove(id);
        throw error;
      });
      return id;
    },
    cancel,
    resumeUnfinished: async () => {
      const resumed: string[] = [];
      for (const { id } of await executions.unfinished()) {
        if (active.has(id)) continue;
        const taken = await takeUp(id);
        if (typeof taken === 'string') continue;
        // How it fails is told to the followers.
        go(taken.execution, taken.release).catch(() => undefined);
        resumed.push(id);
      }
      return resumed;
    },
    executions: (workflowId) => executions.list(workflowId),
    readEvents: (id, from = 1, limit = 1000) => events.read(id, from, limit),
    readBlob: (id, ref) => blobs.get(id, ref),
    cancelAllOf: async (workflowId) => {
      const own = [...active].filter(([, run]) => run.workflowId === workflowId);
      await Promise.all(own.map(([id]) => cancel(id)));
    },
  };
}
