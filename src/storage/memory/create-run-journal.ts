import type { RunJournal, RunSource } from '../run-journal';
import { createMemoryRunLocks } from './run-locks';
import { createRunStores } from './run-stores';

/** A journal in memory, for runs that are not saved. */
export function createRunJournal(): RunJournal {
  const { executions, events, blobs, checkpoints, iterations, upkeep, calls } = createRunStores();
  const sources = new Map<string, RunSource>();
  const created: string[] = [];
  return {
    executions: {
      ...executions,
      create: async (execution) => {
        await executions.create(execution);
        created.unshift(execution.id);
      },
      remove: async (id) => {
        await executions.remove(id);
        created.splice(0, created.length, ...created.filter((createdId) => createdId !== id));
      },
    },
    events,
    blobs,
    checkpoints,
    iterations,
    upkeep,
    calls,
    sources: {
      put: async (id, source) => void sources.set(id, source),
      get: async (id) => sources.get(id),
    },
    // Nobody could open such a file; the output of a run is in its log.
    keepOutput: async () => {},
    payloadFile: async () => undefined,
    ids: async () => created,
    locks: createMemoryRunLocks(),
    close: () => {},
  };
}
