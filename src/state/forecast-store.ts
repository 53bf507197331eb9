import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunForecast } from '@/plan/forecast/forecast';
import { isUnfinished } from '@/run/is-unfinished';
import type { DocumentStore } from './document-store';
import type { GivenInputsStore } from './given-inputs-store';
import type { RunViewState } from './run-store';
import type { RunsStore } from './runs-store';
import type { DocumentReader } from './services';

/** What a run of the open workflow, as it is now, would take from its newest run, and what it would ask. */
export interface ForecastState {
  /** The newest run. Undefined: there is none that has ended, or the workflow has problems. */
  readonly executionId: string | undefined;
  readonly forecast: RunForecast | undefined;
}

export type ForecastStore = StoreApi<ForecastState> & {
  /** Resolves once the forecast is that of the present text and of the newest run. */
  readonly settled: () => Promise<void>;
};

const nothing: ForecastState = { executionId: undefined, forecast: undefined };

/** Most ms to wait for more to be typed before a forecast. */
const longestPause = 300;

/** Makes the store of the forecast. It follows the edits of the document, the list of runs, and what runs are given. */
export function createForecastStore(
  document: DocumentStore,
  runs: RunsStore,
  given: GivenInputsStore,
  documents: Pick<DocumentReader, 'forecast'>,
): ForecastStore {
  const store = createStore<ForecastState>(() => nothing);
  /** What the forecast was last asked for: the text, and the newest run with the number of its last event. */
  let asked: readonly unknown[] = [];
  let following: Promise<void> = Promise.resolve();
  /** How long the last forecast took, in ms. */
  let tookMs = 0;

  const basis = (): readonly unknown[] => {
    const { id, text, sync, document: edited } = document.getState();
    const { workflowId, entries } = runs.getState();
    const newest = workflowId === id ? entries.find(({ isDry }) => !isDry) : undefined;
    if (newest === undefined || isUnfinished(newest.status)) return [id];
    const { values } = given.getState();
    return [id, sync === 'broken' ? undefined : text, edited, newest.id, newest.lastSeq, values];
  };

  const askForecast = async (): Promise<void> => {
    for (;;) {
      const wanted = basis();
      if (hasSameParts(wanted, asked)) return;
      const [, text, , executionId, lastSeq] = wanted;
      if (typeof executionId !== 'string' || text === undefined) store.setState(nothing);
      else {
        try {
          await document.actions.settled();
          // While a person types, a forecast that takes long would keep the worker from reading what is typed.
          await pauseForecast(Math.min(2 * tookMs, longestPause));
          if (!hasSameParts(wanted, basis())) continue;
          const startedAt = performance.now();
          const found = await documents.forecast(executionId, Number(lastSeq));
          tookMs = performance.now() - startedAt;
          store.setState(found.ok ? { executionId, forecast: found.value } : nothing);
        } catch {
          // The document or its worker failed, which is told elsewhere. A run then takes nothing.
          store.setState(nothing);
        }
      }
      asked = wanted;
    }
  };
  const followBasis = () => {
    if (hasSameParts(basis(), asked)) return;
    following = following.then(askForecast);
  };
  document.subscribe(followBasis);
  runs.subscribe(followBasis);
  given.subscribe(followBasis);
  return Object.assign(store, {
    settled: async () => {
      followBasis();
      await following;
    },
  });
}

function pauseForecast(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The forecasts of the tasks that are not simply kept, if they are about a run. */
export function selectForecasts(
  { executionId, forecast }: ForecastState,
  run: string | undefined,
): RunForecast['tasks'] {
  return run !== undefined && run === executionId ? (forecast?.tasks ?? none) : none;
}

/** The id of the shown run, unless the person looks back into it. */
export function findRunShownToEnd({
  executionId,
  travel,
}: Pick<RunViewState, 'executionId' | 'travel'>): string | undefined {
  return travel === undefined ? executionId : undefined;
}

const none: RunForecast['tasks'] = new Map();

function hasSameParts(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}
