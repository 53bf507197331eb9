import type { Clock } from '@/engine/ports/machine';
import { buildRunEntry } from '@/run/run-entry';
import type { ExecutionHead, RunEntry, Runner } from '@/run/runner';
import { readStateAt } from '@/storage/state-at';
import type { RunStores } from '@/storage/stores';
import { compareStored } from './compare-stored';
import { createCutShortError } from './damaged-log';
import { Keyframes } from './keyframes';
import { readPayloadPart } from './read-part';
import { searchRuns } from './search-runs';

/** What can be read about runs. */
export type RunReading = Pick<
  Runner,
  | 'executions'
  | 'givenInputs'
  | 'stateAt'
  | 'findEvents'
  | 'iterations'
  | 'search'
  | 'compare'
  | 'compareTexts'
  | 'readEvents'
  | 'readBlob'
  | 'readBlobPart'
>;

/** Default number of events in a page. */
const page = 1000;

/** After this many pages, other work gets a turn: a storage in memory never yields by itself. */
const pagesOfBreath = 8;

/** Reads runs from the stores. */
export function readRuns(stores: RunStores, clock: Clock, owner: Runner['owner']): RunReading {
  const { executions, events, blobs, iterations } = stores;
  const keyframes = new Keyframes(events);
  const never = new AbortController().signal;

  /** Only of a run that is recorded as running it has to be known whether somebody runs it. */
  const buildEntry = async (run: ExecutionHead): Promise<RunEntry> =>
    buildRunEntry(run, run.status !== 'running' || (await owner(run.id)) !== 'nobody');

  return {
    executions: async (workflowId, from = 0, limit = Number.POSITIVE_INFINITY) =>
      Promise.all((await executions.list(workflowId)).slice(from, from + limit).map(buildEntry)),
    givenInputs: async (id) => {
      const { inputs, variables } = (await executions.get(id))?.plan ?? {};
      return Object.keys(inputs ?? {}).map((name) => ({ name, value: variables?.[name] ?? null }));
    },
    stateAt: async (id, seq) => {
      let pages = 0;
      const recorded = seq === undefined ? await executions.get(id) : undefined;
      const known = await keyframes.before(id, seq ?? Number.POSITIVE_INFINITY);
      const state = await readStateAt(stores, id, seq, {
        known,
        follow: (reached, last) => {
          keyframes.keep(id, reached, last);
          return ++pages % pagesOfBreath === 0 ? clock.sleep(0, never) : undefined;
        },
      });
      // The record is written with the log, and was read before it.
      if (recorded !== undefined && state.seq < recorded.lastSeq) throw createCutShortError(id, state.seq);
      // For a run without events, its record shows whether it exists.
      return state.seq > 0 || (await executions.get(id)) !== undefined ? state : undefined;
    },
    findEvents: (id, query) => events.find(id, query),
    iterations: (id, query) => iterations.find(id, query),
    search: (query, tell, signal) => searchRuns({ stores, clock, owner }, query, tell, signal),
    ...compareStored(stores),
    readEvents: (id, from = 1, limit = page) => events.read(id, from, limit),
    readBlob: (id, ref) => blobs.get(id, ref),
    readBlobPart: (id, ref, from, bytes) => readPayloadPart(blobs, id, ref, from, bytes),
  };
}
