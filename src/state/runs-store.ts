import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, fromFailure, toFailure } from '@/base/errors';
import { isUnfinished } from '@/run/is-unfinished';
import type { RunEntry, Runner, RunUpdate } from '@/run/runner';
import type { ComparedRuns } from './view-store';

/** The runs of the open workflow. */
export interface RunsState {
  readonly workflowId: string;
  /** Newest first. */
  readonly entries: readonly RunEntry[];
  /** `failed`: the runs could not be read, and `failure` says why. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | undefined;
}

export interface RunsActions {
  /** Reads the runs of a workflow, page by page; runs of another workflow are dropped. */
  load(workflowId: string): Promise<void>;
  /** Applies an update from the engine: if a run started, ended, began to wait, or was given up, the newest runs
   * are read again. */
  takeUpdate(update: RunUpdate): void;
  /** Reads the whole list again, e.g. after runs were removed. */
  reload(): Promise<void>;
  /**
   * Resolves once the list has all runs of a workflow that the updates told of: what a run takes from an earlier one
   * depends on it. Rejects if the runs cannot be read.
   */
  settled(workflowId: string): Promise<void>;
}

export type RunsStore = StoreApi<RunsState> & { readonly actions: RunsActions };

/** Runs that are read at once. */
export const runsPage = 100;

/** How long changes are collected before the newest runs are read again, in ms. */
const gatherMs = 250;

/** Makes the store of the runs of the open workflow. */
export function createRunsStore(
  runner: Pick<Runner, 'executions'>,
  later: (run: () => void) => void = (run) => void setTimeout(run, gatherMs),
): RunsStore {
  const store = createStore<RunsState>(() => ({ workflowId: '', entries: [], status: 'ready', failure: undefined }));
  /** Whether an update told of a change that the list does not have, and no read of it has begun. */
  let isStale = false;
  /** The last read that has begun. One waits for another, so that an older answer never replaces a newer one. */
  let reading: Promise<void> = Promise.resolve();

  const beginReading = (workflowId: string, read: (workflowId: string) => Promise<void>): Promise<void> => {
    reading = reading.then(async () => {
      if (store.getState().workflowId !== workflowId) return;
      isStale = false;
      try {
        await read(workflowId);
      } catch (error) {
        if (store.getState().workflowId === workflowId) {
          store.setState({ status: 'failed', failure: toFailure(error) });
        }
      }
    });
    return reading;
  };

  const loadRuns = (workflowId: string): Promise<void> => {
    const isOther = store.getState().workflowId !== workflowId;
    store.setState({ workflowId, status: 'loading', failure: undefined, ...(isOther && { entries: [] }) });
    return beginReading(workflowId, readAll);
  };

  const readAll = async (workflowId: string): Promise<void> => {
    const isFirst = store.getState().entries.length === 0;
    const all = new Map<string, RunEntry>();
    for (let from = 0; ; from += runsPage) {
      const page = await runner.executions(workflowId, from, runsPage);
      if (store.getState().workflowId !== workflowId) return;
      // A run that started in the meantime moves the others down by one.
      const before = all.size;
      for (const entry of page) all.set(entry.id, entry);
      if (page.length < runsPage || all.size === before) break;
      if (isFirst) store.setState({ entries: [...all.values()] });
    }
    store.setState({ entries: [...all.values()], status: 'ready', failure: undefined });
  };

  /** Reads new and changed runs: the newest page, and everything if an older run had not ended. */
  const readNewest = async (workflowId: string): Promise<void> => {
    const newest = await runner.executions(workflowId, 0, runsPage);
    const { entries, status, workflowId: present } = store.getState();
    if (present !== workflowId) return;
    const known = new Set(newest.map(({ id }) => id));
    const older = entries.filter(({ id }) => !known.has(id));
    if (status !== 'ready' || older.some((run) => isUnfinished(run.status))) return await readAll(workflowId);
    store.setState({ entries: newest.length < runsPage ? newest : [...newest, ...older] });
  };

  const refresh = (): Promise<void> => beginReading(store.getState().workflowId, readNewest);

  const actions: RunsActions = {
    load: loadRuns,
    reload: () => loadRuns(store.getState().workflowId),
    takeUpdate: ({ workflowId, executionId, events, annotated, gone, failure }) => {
      if (workflowId !== store.getState().workflowId) return;
      if (gone) store.setState(({ entries }) => ({ entries: entries.filter(({ id }) => id !== executionId) }));
      // An older run may have been annotated, so everything is read.
      if (annotated) void loadRuns(workflowId);
      if (isStale) return;
      // A run that the engine gave up is interrupted, without an event.
      if (failure === undefined && !events.some(({ kind }) => kind.startsWith('run.'))) return;
      isStale = true;
      later(() => {
        if (isStale) void refresh();
      });
    },
    settled: async (workflowId) => {
      const { workflowId: present, status } = store.getState();
      if (present !== workflowId || status === 'failed') void loadRuns(workflowId);
      else if (isStale) void refresh();
      await reading;
      const { failure } = store.getState();
      if (failure !== undefined) throw fromFailure(failure);
    },
  };
  return Object.assign(store, { actions });
}

const names = new WeakMap<readonly RunEntry[], ReadonlyMap<string, string>>();

/** The names of the runs of a workflow by their ids: `Run 4`, `Dry run 2`. Each kind is numbered, the oldest is 1. */
export function listRunNames(entries: readonly RunEntry[]): ReadonlyMap<string, string> {
  const known = names.get(entries);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  let [runs, dryRuns] = [0, 0];
  for (const { id, isDry } of entries.toReversed()) found.set(id, isDry ? `Dry run ${++dryRuns}` : `Run ${++runs}`);
  names.set(entries, found);
  return found;
}

/** The name of a run on screen; without a number if it is not in the list. */
export function findRunName(entries: readonly RunEntry[], executionId: string | undefined, isDry = false): string {
  return (
    (executionId === undefined ? undefined : listRunNames(entries).get(executionId)) ?? (isDry ? 'Dry run' : 'Run')
  );
}

/** A run beside the one that it was forked from, or else the one before it; undefined: there is no earlier run. */
export function findEarlierRun(entries: readonly RunEntry[], id: string): ComparedRuns | undefined {
  const index = entries.findIndex((entry) => entry.id === id);
  const source = entries[index]?.forkedFrom?.executionId;
  const isThere = source !== undefined && entries.some((entry) => entry.id === source);
  const first = isThere ? source : entries[index + 1]?.id;
  return index < 0 || first === undefined ? undefined : { first, second: id };
}
