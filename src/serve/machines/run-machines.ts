import type { Json } from '@/base/json';

/** What a person does to a run, for the machine that runs it. */
export type RunCommand =
  | { readonly kind: 'cancel' | 'pause' | 'compact' }
  | { readonly kind: 'restore'; readonly tasks: readonly string[] }
  | { readonly kind: 'answer'; readonly path: string; readonly answer: string };

/** A run that machines share. */
export interface SharedRun {
  readonly id: string;
  /** Labels of the machines that run it; left out: none. */
  readonly labels?: readonly string[] | undefined;
}

/** An effect that any machine can perform, because all it needs is in it and in the store. */
export interface SpreadEffect {
  readonly kind: 'model' | 'script';
  readonly executionId: string;
  /** Labels of the machines that may perform it: those of its run. */
  readonly labels: readonly string[];
  /** The same for the same effect, whichever machine asks for it, and for no other one. */
  readonly key: string;
  readonly input: Json;
}

/** A machine cannot do something that another one may. */
export class NotHereError extends Error {}

/** What a machine does for the others. */
export interface MachineWork {
  /**
   * Runs a run until it ends or rests. `after`: the number of its last event when that was asked for; a run that was
   * paused later rests. Rejects if another machine has to continue, as when `signal` is aborted.
   */
  own(executionId: string, after: number, signal: AbortSignal): Promise<void>;
  /** Does something to a run that runs here. Errors: those of the host. */
  command(executionId: string, command: RunCommand): Promise<void>;
  /**
   * Performs an effect. Rejects with what its run gets to know, but with {@link NotHereError}, or an error of the
   * store, if it is to be repeated.
   */
  perform(effect: SpreadEffect, signal: AbortSignal): Promise<Json>;
}

/**
 * Port: machines that share the runs of a store. Each run has one of them, another takes over if that fails, and all
 * perform effects.
 */
export interface RunMachines {
  /** From now on this machine takes part. Rejects if it cannot be reached at its port. */
  join(work: MachineWork): Promise<void>;
  /**
   * The labels of those machines that have all of these, and as few others as possible. Errors: 422 if there are none,
   * 503 if that cannot be known now.
   */
  fit(labels: readonly string[]): Promise<readonly string[]>;
  /** Makes one of the machines run a run; nothing if one does already. Error 503 if nobody can be told. */
  own(run: SharedRun, after: number): Promise<void>;
  /** Has something done by the machine that runs a run. Errors: those of the host; 409 if it answers nothing. */
  command(run: SharedRun, command: RunCommand): Promise<void>;
  /**
   * Has an effect performed, or waits for it if it is under way. Rejects with the error of the effect, or on abort with
   * `CANCELLED`. `isLeft` says whether the effect goes on after an abort, for another machine; else it is stopped.
   */
  perform(effect: SpreadEffect, signal: AbortSignal, isLeft: () => boolean): Promise<Json>;
  /** Takes no more work. What is under way ends with {@link RunMachines.leave}. */
  retire(): void;
  /** Resolves when nothing here is asked for any more. */
  leave(): Promise<void>;
}
