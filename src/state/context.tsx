import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { DocumentState } from './document-state';
import type { DocumentStore } from './document-store';
import type { ForecastState, ForecastStore } from './forecast-store';
import type { GivenInputs, GivenInputsStore } from './given-inputs-store';
import type { CheckpointState, NamedRevisionStore } from './named-revision-store';
import type { OutlookState, OutlookStore } from './outlook-store';
import type { RunStore, RunViewState } from './run-store';
import type { RunsState, RunsStore } from './runs-store';
import type { Services } from './services';
import type { ViewState, ViewStore } from './view-store';

/** All stores and services, for every part of the screen. */
export interface AppStores {
  readonly document: DocumentStore;
  readonly view: ViewStore;
  readonly run: RunStore;
  /** The runs of the open workflow. */
  readonly runs: RunsStore;
  /** The named states of the open workflow. */
  readonly checkpoints: NamedRevisionStore;
  /** What a run of the open workflow would take from its newest run, and what it would ask. */
  readonly forecast: ForecastStore;
  /** What a run of the open workflow would be, before it is started. */
  readonly outlook: OutlookStore;
  /** What runs of the open workflow are given. */
  readonly given: GivenInputsStore;
  readonly services: Services;
}

const StoresContext = createContext<AppStores | undefined>(undefined);

/** Provides the stores to its children. */
export function StoresProvider({ stores, children }: { readonly stores: AppStores; readonly children: ReactNode }) {
  return <StoresContext.Provider value={stores}>{children}</StoresContext.Provider>;
}

/** The stores themselves, for event handlers. Throws outside of a {@link StoresProvider}. */
export function useStores(): AppStores {
  const stores = useContext(StoresContext);
  if (!stores) throw new Error('No StoresProvider above.');
  return stores;
}

/** A part of the open workflow's state; the component renders again when that part changes. */
export function useDocument<T>(selector: (state: DocumentState) => T): T {
  return useStore(useStores().document, selector);
}

/** A part of the view state. */
export function useView<T>(selector: (state: ViewState) => T): T {
  return useStore(useStores().view, selector);
}

/** A part of the state of the shown run. */
export function useRun<T>(selector: (state: RunViewState) => T): T {
  return useStore(useStores().run, selector);
}

/** A part of the list of runs of the open workflow. */
export function useRuns<T>(selector: (state: RunsState) => T): T {
  return useStore(useStores().runs, selector);
}

/** A part of the forecast of a run. */
export function useForecast<T>(selector: (state: ForecastState) => T): T {
  return useStore(useStores().forecast, selector);
}

/** A part of the outlook of a run. */
export function useOutlook<T>(selector: (state: OutlookState) => T): T {
  return useStore(useStores().outlook, selector);
}

/** A part of what runs of the open workflow are given. */
export function useGivenInputs<T>(selector: (state: GivenInputs) => T): T {
  return useStore(useStores().given, selector);
}

/** A part of the state of the named revisions of the open workflow. */
export function useCheckpoints<T>(selector: (state: CheckpointState) => T): T {
  return useStore(useStores().checkpoints, selector);
}
