import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '@/base/json';

/** What a person gave to runs of the open workflow last, or has begun to give to the next one. */
export interface GivenInputs {
  /** The workflow that it is of; empty: nothing was read yet. */
  readonly workflowId: string;
  /** What stands in the fields of the form, by the names of the inputs; a name that is left out has its default. */
  readonly texts: Readonly<Record<string, string>>;
  /** Whether the form opens before each run, also if nothing is missing. */
  readonly isAskedAlways: boolean;
  /** The values of those texts that fit, with which the workflow is planned. */
  readonly values: JsonObject;
}

export type GivenInputsStore = StoreApi<GivenInputs>;

/** Nothing was given. */
export const noGivenInputs: GivenInputs = { workflowId: '', texts: {}, isAskedAlways: false, values: {} };

/** Makes the store of what runs are given. */
export function createGivenInputsStore(): GivenInputsStore {
  return createStore<GivenInputs>(() => noGivenInputs);
}
