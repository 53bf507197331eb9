import type { StoreApi } from 'zustand/vanilla';
import type { ViewState, ViewStore } from '../view-store';

/** Changes the view. Only the actions of this folder do it, which keep what must hold together. */
export function changeView(view: ViewStore, change: (state: ViewState) => Partial<ViewState>): void {
  (view as ViewStore & StoreApi<ViewState>).setState(change);
}

/** Changes values within one field of the view. What has the value already leaves the field the same object. */
export function changeField<K extends 'canvas' | 'drawer' | 'preferences' | 'shownRun' | 'sides' | 'workflow'>(
  view: ViewStore,
  field: K,
  change: Partial<ViewState[K]>,
): void {
  changeView(view, (state) => {
    const before = state[field];
    const names = Object.keys(change) as (keyof ViewState[K])[];
    if (names.every((name) => Object.is(before[name], change[name]))) return state;
    return { [field]: { ...before, ...change } } as unknown as Partial<ViewState>;
  });
}
