import { AppError } from '@/base/errors';
import { ok, type Result } from '@/base/result';
import { isUnfinished } from '@/run/is-unfinished';
import type { Execution } from '@/run/runner';
import type { RunHold, RunHolder } from '@/storage/run-locks';
import { isLogDamaged } from './damaged-log';
import type { RunHostOptions } from './host-options';

/**
 * A run as stored when the exclusive right to run it was taken. No other process writes to it until that is released.
 */
export interface TakenRun {
  readonly execution: Execution;
  readonly hold: RunHold;
}

type OwnershipOptions = Pick<RunHostOptions, 'stores' | 'locks' | 'askToLeave' | 'patienceMs' | 'isFollowed'>;

/** Takes runs for this process, so that no two processes run the same one. */
export class Ownership {
  readonly #options: OwnershipOptions;

  constructor(options: OwnershipOptions) {
    this.#options = options;
  }

  /**
   * Takes the right to run a new run, and stores it. `before` stores what belongs to it: once it is held, so that
   * nobody takes that for remains of a crash. Errors: those of `before` and `executions.create`.
   */
  async create(execution: Execution, before?: () => Promise<void>): Promise<TakenRun> {
    const { locks, stores } = this.#options;
    const hold = await locks.hold(execution.id);
    if (!hold.ok) throw new AppError('INTERNAL', `Run ${execution.id} exists.`);
    return releaseOnError(hold.value, async () => {
      await before?.();
      await stores.executions.create(execution);
      return { execution, hold: hold.value };
    });
  }

  /** The run with the right to run it; undefined if there is no such run. An error names who has that right. */
  async take(id: string): Promise<Result<TakenRun | undefined, RunHolder>> {
    const hold = await this.#options.locks.hold(id);
    return hold.ok ? ok(await this.#under(hold.value, id)) : hold;
  }

  /** As {@link take}; a run that has ended, or is only followed, is released, and undefined too. */
  async takeUnfinished(id: string): Promise<Result<TakenRun | undefined, RunHolder>> {
    const taken = await this.take(id);
    return taken.ok ? ok(await this.#unfinished(taken.value)) : taken;
  }

  /** As {@link takeUnfinished}. Error `VALIDATION_ERROR` if another process runs it. */
  async takeHere(id: string): Promise<TakenRun | undefined> {
    const taken = await this.takeUnfinished(id);
    if (!taken.ok) throw createElsewhereError(taken.error);
    return taken.value;
  }

  /**
   * A run that has ended by its record, but whose log is damaged, so that it has to go on from its last sound event;
   * undefined for any other. Error `VALIDATION_ERROR` if another process runs it.
   */
  async takeDamaged(id: string): Promise<TakenRun | undefined> {
    const { stores, isFollowed } = this.#options;
    const taken = await this.take(id);
    if (!taken.ok) throw createElsewhereError(taken.error);
    const run = taken.value;
    if (run === undefined) return undefined;
    return releaseOnError(run.hold, async () => {
      const mayGoOn = !isUnfinished(run.execution.status) && (await isFollowed?.(id)) !== true;
      if (mayGoOn && (await isLogDamaged(stores, run.execution))) return run;
      run.hold.release();
      return undefined;
    });
  }

  /** As {@link takeHere}, but makes another process that runs it release it ({@link wrest}). */
  async takeAway(id: string): Promise<TakenRun | undefined> {
    return this.#unfinished(await this.#under(await this.wrest(id), id));
  }

  /**
   * The right to run a run that another process may run. That process is asked to release it; if it does not answer,
   * the right is taken from it. Error `VALIDATION_ERROR` if that is impossible.
   */
  async wrest(id: string): Promise<RunHold> {
    const { locks, askToLeave, patienceMs = 3000 } = this.#options;
    const free = await locks.hold(id);
    if (free.ok) return free.value;
    askToLeave?.(id);
    const released = await locks.hold(id, patienceMs);
    if (released.ok) return released.value;
    const stolen = await locks.steal(id);
    if (!stolen.ok) throw createElsewhereError(stolen.error);
    return stolen.value;
  }

  /** A run that may go on here; others are released. */
  async #unfinished(taken: TakenRun | undefined): Promise<TakenRun | undefined> {
    if (taken === undefined) return undefined;
    const { execution, hold } = taken;
    return releaseOnError(hold, async () => {
      if (isUnfinished(execution.status) && (await this.#options.isFollowed?.(execution.id)) !== true) return taken;
      hold.release();
      return undefined;
    });
  }

  /** The record is read after the right was taken: before that another process may have finished the run. */
  #under(hold: RunHold, id: string): Promise<TakenRun | undefined> {
    return releaseOnError(hold, async () => {
      const execution = await this.#options.stores.executions.get(id);
      if (execution === undefined) hold.release();
      return execution && { execution, hold };
    });
  }
}

/** Why a run cannot be had: another process has it, and keeps it. `details.reason` is `run_elsewhere`. */
function createElsewhereError({ name, advice }: RunHolder): AppError {
  return new AppError('VALIDATION_ERROR', `This run is running in ${name}.`, {
    advice,
    details: { reason: 'run_elsewhere' },
  });
}

async function releaseOnError<T>(hold: RunHold, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    hold.release();
    throw error;
  }
}
