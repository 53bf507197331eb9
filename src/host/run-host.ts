import type { ActiveRun, RunOptions } from './active-run';
import { ActiveRuns } from './active-runs';
import { CallBook } from './call-book';
import { createDesk } from './desk';
import type { EquippedHost, RunHostOptions } from './host-options';
import { keepRuns, type RunKeeping } from './keep-runs';
import { createRunKeeping, type RunOwning } from './own-runs';
import { Ownership, type TakenRun } from './ownership';
import { type RunReading, readRuns } from './read-runs';
import { type RunStarting, startRuns } from './start-runs';
import { type RunSteering, steerRuns } from './steer-runs';

/** Runs many plans at once in this process and stores the runs: for a page, a terminal or a server. */
export interface RunHost extends RunStarting, RunSteering, RunReading, RunKeeping, Omit<RunOwning, 'atRest'> {
  /** Finds the answers in the logs of earlier runs that are not known yet. It goes on where it was stopped. */
  indexCalls(signal?: AbortSignal): Promise<void>;
  /**
   * The run with the exclusive right to run it; undefined if there is no such run. An error names who has that right.
   */
  take: Ownership['take'];
  /** Continues a taken run. The caller releases it when it is over. */
  go(taken: TakenRun, wish?: RunOptions): ActiveRun;
}

/** Makes a host from what runs share. */
export function createRunHost(given: RunHostOptions): RunHost {
  const { stores, clock, reuse = 'continued', addressOf = () => undefined } = given;
  const callBook = new CallBook({ stores, clock, reuse, addressOf });
  const options: EquippedHost = { ...given, callBook };
  const desk = createDesk();
  const ownership = new Ownership(options);
  const active = new ActiveRuns(options, options.person ?? desk, desk.clear);
  const { atRest, ...owning } = createRunKeeping(options, ownership, active);
  return {
    ...startRuns(options, ownership, active),
    ...steerRuns(options, ownership, active, desk),
    ...owning,
    ...readRuns(options.stores, options.clock, owning.owner),
    ...keepRuns(options, { atRest }),
    indexCalls: (signal = new AbortController().signal) => callBook.build((id) => active.has(id), signal),
    take: (id) => ownership.take(id),
    go: (taken, wish) => active.go(taken, wish),
  };
}
