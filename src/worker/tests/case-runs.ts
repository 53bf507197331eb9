import type { RunLocks } from '@/storage/run-locks';
import type { RunStores, Stores } from '@/storage/stores';
import { removeLastResults } from './last-results';

/** What is kept of tests: the runs of their cases, and what these said the last time. */
export type TestsDatabase = RunStores & Pick<Stores, 'settings'>;

/** What the ids of runs of cases begin with; no other id does. */
const caseRunPrefix = 'case-';

/** The id of a new run of a case. */
export const createCaseRunId = (newId: () => string): string => `${caseRunPrefix}${newId()}`;

const isCaseRun = (id: string): boolean => id.startsWith(caseRunPrefix);

/**
 * The stores with the runs of cases, which can be read there by their ids as any other run, and are in no list: they
 * are another database, so that they push no run of a person out, are not searched, and nothing resumes them. What is
 * written goes to the stores as they are.
 */
export function addCaseRuns<T extends Stores>(stores: T, openCaseRuns: () => Promise<RunStores>): T {
  const { executions, events, blobs, checkpoints, iterations } = stores;
  const findStores = async (id: string): Promise<RunStores> => (isCaseRun(id) ? openCaseRuns() : stores);
  return {
    ...stores,
    executions: {
      ...executions,
      get: async (id) => {
        if (!isCaseRun(id)) return executions.get(id);
        const run = await (await openCaseRuns()).executions.get(id);
        // Its name has the case and the repeat behind the workflow.
        return run && { ...run, workflowId: run.workflowId.replace(/\/.*$/s, '') };
      },
    },
    events: {
      ...events,
      read: async (id, ...range) => (await findStores(id)).events.read(id, ...range),
      find: async (id, query) => (await findStores(id)).events.find(id, query),
    },
    blobs: {
      ...blobs,
      get: async (id, hash) => (await findStores(id)).blobs.get(id, hash),
      stream: async (id, hash, from) => (await findStores(id)).blobs.stream(id, hash, from),
      streams: async (id, hashes) => (await findStores(id)).blobs.streams(id, hashes),
      size: async (id, hash) => (await findStores(id)).blobs.size(id, hash),
    },
    checkpoints: {
      ...checkpoints,
      load: async (id, ...part) => (await findStores(id)).checkpoints.load(id, ...part),
    },
    iterations: {
      ...iterations,
      find: async (id, query) => (await findStores(id)).iterations.find(id, query),
      get: async (id) => (await findStores(id)).iterations.get(id),
    },
  };
}

/** What the tests of a workflow are asked under: by one tab at a time. */
export const nameAskingLock = (workflowId: string): string => `tests of ${workflowId}`;

/** Has a tab that asks the tests of a workflow stop: the workflow is gone. Calls in flight end there. */
export async function stopAsking(locks: RunLocks, workflowId: string): Promise<void> {
  const stolen = await locks.steal(nameAskingLock(workflowId));
  if (stolen.ok) stolen.value.release();
}

/** Removes what is kept of the tests of a workflow. */
export async function removeCaseRuns({ executions, settings }: TestsDatabase, workflowId: string): Promise<void> {
  await removeLastResults(settings, workflowId);
  for await (const heads of executions.heads()) {
    for (const head of heads) if (head.workflowId.startsWith(`${workflowId}/`)) await executions.remove(head.id);
  }
}
