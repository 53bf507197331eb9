import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunOutlook } from '@/run/line/run-outlook';

/** What a run of the open workflow would be, before it is started. */
export interface OutlookState {
  /** Undefined: not known, or the workflow has problems or is large. */
  readonly outlook: RunOutlook | undefined;
  /** Whether the workflow has not been changed since. */
  readonly isCurrent: boolean;
}

/** Whether a run would end before its first call, so that *Run* is off. */
export const isBudgetTooSmall = ({ outlook, isCurrent }: OutlookState): boolean =>
  isCurrent && outlook?.tooSmall !== undefined;

export type OutlookStore = StoreApi<OutlookState>;

/** Makes the store of the outlook, of which nothing is known until it is followed. */
export function createOutlookStore(): OutlookStore {
  return createStore<OutlookState>(() => ({ outlook: undefined, isCurrent: false }));
}
