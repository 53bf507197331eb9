import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import type { Runner } from '@/run/runner';
import type { Stores } from '@/storage/stores';
import { readPart } from './read-part';

/** What a page reads of runs. */
export type RunReading = Pick<
  Runner,
  'executions' | 'stateAt' | 'findEvents' | 'iterations' | 'readEvents' | 'readBlob' | 'readBlobPart'
>;

/** Events that are folded at once. */
const page = 1000;

/** After so many pages other work is let through: a storage in memory never waits for anything. */
const breath = 8;

/** Reads runs out of the stores. */
export function readRuns({ executions, events, blobs, iterations }: Stores): RunReading {
  async function stateAt(id: string, seq = Number.POSITIVE_INFINITY): Promise<RunState | undefined> {
    const execution = await executions.get(id);
    if (execution === undefined) return undefined;
    let state = emptyRun;
    for (let pages = 1; state.seq < seq; pages += 1) {
      const batch = await events.read(id, state.seq + 1, Math.min(page, seq - state.seq));
      if (batch.length === 0) break;
      state = reduceRun(state, batch);
      if (pages % breath === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return state;
  }

  return {
    executions: async (workflowId, from = 0, limit = Number.POSITIVE_INFINITY) =>
      (await executions.list(workflowId)).slice(from, from + limit),
    stateAt,
    findEvents: (id, query) => events.find(id, query),
    iterations: (id, query) => iterations.find(id, query),
    readEvents: (id, from = 1, limit = page) => events.read(id, from, limit),
    readBlob: (id, ref) => blobs.get(id, ref),
    readBlobPart: (id, ref, from, bytes) => readPart(blobs, id, ref, from, bytes),
  };
}
