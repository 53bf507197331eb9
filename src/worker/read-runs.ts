import type { Runner } from '@/run/runner';
import { stateAt } from '@/storage/state-at';
import type { Stores } from '@/storage/stores';
import { readPart } from './read-part';

/** What a page reads of runs. */
export type RunReading = Pick<
  Runner,
  'executions' | 'stateAt' | 'findEvents' | 'iterations' | 'readEvents' | 'readBlob' | 'readBlobPart'
>;

/** Events of a page, if it is not said otherwise. */
const page = 1000;

/** After so many pages other work is let through: a storage in memory never waits for anything. */
const pagesOfBreath = 8;

/** Reads runs out of the stores. */
export function readRuns(stores: Stores): RunReading {
  const { executions, events, blobs, iterations } = stores;

  return {
    executions: async (workflowId, from = 0, limit = Number.POSITIVE_INFINITY) =>
      (await executions.list(workflowId)).slice(from, from + limit),
    stateAt: async (id, seq) => {
      if ((await executions.get(id)) === undefined) return undefined;
      let pages = 0;
      const breathe = () => (++pages % pagesOfBreath === 0 ? new Promise<void>((go) => setTimeout(go, 0)) : undefined);
      return stateAt(stores, id, seq, breathe);
    },
    findEvents: (id, query) => events.find(id, query),
    iterations: (id, query) => iterations.find(id, query),
    readEvents: (id, from = 1, limit = page) => events.read(id, from, limit),
    readBlob: (id, ref) => blobs.get(id, ref),
    readBlobPart: (id, ref, from, bytes) => readPart(blobs, id, ref, from, bytes),
  };
}
