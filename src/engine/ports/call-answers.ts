import type { JournalPath } from '@/run/journal-path';
import type { Reuse } from '@/workflow/reuse';
import type { StepEvent } from '../log/run-history';

/** A call of a model, as far as it decides which earlier answer fits. */
export interface AskedCall {
  readonly kind: 'model.replied' | 'vote.decided';
  /** Hash of the request: the model as the workflow names it, messages, options, schemas, planned tools. */
  readonly request: string;
  /** Id of the provider. */
  readonly provider: string;
  /** Hash of the tools as they are declared to the model; undefined: there are none. */
  readonly tools?: string | undefined;
}

/** An answer of an earlier run. */
export interface FoundAnswer {
  readonly event: StepEvent;
  /** Id of the run whose log holds it. */
  readonly executionId: string;
  /** A payload by its ref. */
  read(ref: string): Promise<string | undefined>;
}

/** The place of a call among the equal calls of its run. */
export interface CallPlace {
  /** From 1: the n-th equal call of a run. Of a resumed run it is known for sure once an answer was looked for. */
  sample: number;
  /** Gives the place back, because the call was not answered. */
  leave(): void;
}

/**
 * Port: the answers of all runs of a store, for one run. A run never answers itself, and its n-th call of several that
 * are equal gets the n-th answer.
 */
export interface CallAnswers {
  /** Which runs answer calls that do not say it themselves. */
  readonly mode: Reuse;
  /** Takes the next place among the equal calls of this run. */
  takePlace(request: string): CallPlace;
  /**
   * The newest answer to a call in its place; undefined: there is none, or it is not to be used. `path`: the journal
   * key of the call.
   */
  find(call: AskedCall, place: CallPlace, path: JournalPath): Promise<FoundAnswer | undefined>;
  /** The hash of a call where more than its request decides: see `hashAskedCall`. */
  hashOf(call: AskedCall): string | undefined;
  /** Set if a call without an answer is not made. */
  readonly isOffline?: true;
}
