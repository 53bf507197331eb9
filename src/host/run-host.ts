import type { ActiveRun, RunWish } from './active-run';
import { ActiveRuns } from './active-runs';
import { createDesk } from './desk';
import type { RunHostOptions } from './host-options';
import { keepRuns, type RunKeeping } from './keep-runs';
import { ownRuns, type RunOwning } from './own-runs';
import { Ownership, type TakenRun } from './ownership';
import { type RunReading, readRuns } from './read-runs';
import { type RunStarting, startRuns } from './start-runs';
import { type RunSteering, steerRuns } from './steer-runs';

/** Runs plans in this process, many at once, and keeps them in the stores: for a page, a terminal, a server. */
export interface RunHost extends RunStarting, RunSteering, RunReading, RunKeeping, Omit<RunOwning, 'atRest'> {
  /** A run and the right to run it (undefined: there is no such run), or who else has that. */
  take: Ownership['take'];
  /** Has a run go on that was taken. Whoever took it lets go of it when it is over. */
  go(taken: TakenRun, wish?: RunWish): ActiveRun;
}

/** Makes a host of what runs share. */
export function createRunHost(options: RunHostOptions): RunHost {
  const desk = createDesk();
  const ownership = new Ownership(options);
  const active = new ActiveRuns(options, options.person ?? desk, desk.clear);
  const { atRest, ...owning } = ownRuns(options, ownership, active);
  return {
    ...startRuns(options, ownership, active),
    ...steerRuns(options, ownership, active, desk),
    ...owning,
    ...readRuns(options.stores, options.clock),
    ...keepRuns(options, { atRest }),
    take: (id) => ownership.take(id),
    go: (taken, wish) => active.go(taken, wish),
  };
}
