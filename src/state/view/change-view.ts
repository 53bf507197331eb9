import type { StoreApi } from 'zustand/vanilla';
import type { ViewState, ViewStore } from '../view-store';

/** Changes the view. Only the actions of this folder do it, which keep the invariants. */
export function changeView(
  view: ViewStore,
  change: Partial<ViewState> | ((state: ViewState) => Partial<ViewState>),
): void {
  (view as StoreApi<ViewState>).setState(change);
}
