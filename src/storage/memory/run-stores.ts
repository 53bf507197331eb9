import { AppError } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { advanceHead } from '@/run/run-head';
import type { Execution } from '@/run/runner';
import { checkSequence } from '../event-chunk';
import type { Stores } from '../stores';
import { createMemoryBlobs } from './blobs';

interface StoredRun {
  /** As it stood when somebody last asked. */
  execution: Execution;
  readonly events: RunEvent[];
}

/** The head of a run, brought up to date with its log. Folded when it is asked for, not with every append. */
function headOf(run: StoredRun): Execution {
  run.execution = { ...run.execution, ...advanceHead(run.execution, run.events.slice(run.execution.lastSeq)) };
  return run.execution;
}

/** Runs in memory: heads, events and payloads. `removeOf` removes the runs of a workflow. */
export function createRunStores(): Pick<Stores, 'executions' | 'events' | 'blobs'> & {
  readonly removeOf: (workflowId: string) => void;
} {
  const runs = new Map<string, StoredRun>();
  const { removeOf: removePayloadsOf, ...blobs } = createMemoryBlobs();
  const all = () => [...runs.values()].map(headOf);
  const remove = (id: string) => {
    runs.delete(id);
    removePayloadsOf(id);
  };

  return {
    executions: {
      create: async (execution) => {
        if (runs.has(execution.id)) throw new AppError('INTERNAL', `Run ${execution.id} exists.`);
        runs.set(execution.id, { execution: structuredClone(execution), events: [] });
      },
      get: async (id) => {
        const run = runs.get(id);
        return run && headOf(run);
      },
      list: async (workflowId) =>
        all()
          .filter((run) => run.workflowId === workflowId)
          .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)),
      unfinished: async () =>
        all()
          .filter((run) => run.status === 'running' || run.status === 'waiting')
          .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1)),
      remove: async (id) => remove(id),
    },
    events: {
      append: async (executionId, events) => {
        const run = runs.get(executionId);
        if (run === undefined) throw new AppError('INTERNAL', `Run ${executionId} does not exist.`);
        checkSequence(executionId, run.events.length, events);
        // Not copied: events are never written to.
        run.events.push(...events);
      },
      read: async (executionId, from = 1, limit = Number.POSITIVE_INFINITY) =>
        (runs.get(executionId)?.events ?? []).slice(from - 1, from - 1 + limit),
    },
    blobs,
    removeOf: (workflowId) => {
      for (const run of all()) if (run.workflowId === workflowId) remove(run.id);
    },
  };
}
