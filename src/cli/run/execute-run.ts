import { AppError, toFailure } from '@/base/errors';
import type { Recording } from '@/engine/log/recording';
import { runPlan } from '@/engine/run-plan';
import type { RunEvent } from '@/run/events';
import { emptyRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import type { RunSource } from '@/storage/run-journal';
import { stateAt } from '@/storage/state-at';
import { type ExitCode, exitCodes, refuse } from '../exit-code';
import type { Io } from '../io';
import { printEvents, printLog } from '../print-events';
import type { Follower } from '../progress/follower';
import { createLineFollower, createQuietFollower } from '../progress/line-follower';
import { createLiveFollower } from '../progress/live-follower';
import { sentence } from '../sentence';
import { type EnvProviders, keyVariable } from './env-providers';
import { keepOutputs } from './keep-outputs';
import { createStoredKeeper, type StoredKeeper } from './keep-stored';
import { type OpenJournal, resumeCommand } from './open-journal';
import { createRunFold } from './run-fold';
import type { RunCatalogue } from './run-prices';
import type { RunWishes } from './run-wishes';
import { runWorld } from './run-world';
import { tellEnd } from './tell-end';
import { createTerminalPerson } from './terminal-person';

interface ExecuteOptions extends OpenJournal {
  readonly io: Io;
  readonly execution: Execution;
  readonly source: RunSource;
  readonly providers: EnvProviders;
  readonly catalogue: () => Promise<RunCatalogue>;
  readonly wishes: RunWishes;
  /** An earlier run, whose results are taken where the same is asked. */
  readonly recording?: Recording;
}

/**
 * Runs an execution that is in the journal to its end, or to a pause, and prints what came of it: its result, or with `json` all of its
 * events, also those of earlier processes, one a line. One that has ended is only printed. What it takes does not grow with the run, but
 * for printing all events.
 */
export async function executeRun(options: ExecuteOptions): Promise<ExitCode> {
  const { io, journal, execution, wishes } = options;
  const release = journal.hold(execution.id);
  if (typeof release !== 'function') {
    const { pid, host } = release;
    return refuse(io, `Run ${execution.id} goes on already, in process ${pid} on ${host}.`);
  }
  let follower = createQuietFollower(io.err);
  try {
    const before = await stateBefore(options);
    follower = followerOf(io, wishes, before);
    if (wishes.json === true) await printLog(io.out, journal.events, execution.id);
    const ended = before.status !== 'running' && before.status !== 'waiting';
    const state = ended ? before : await follow(options, follower, before);
    follower.end();
    await keepOutputs(execution.plan, state, execution.id, journal);
    return await tellEnd(options, state, follower);
  } catch (error) {
    follower.end();
    const { folder } = options;
    follower.say(`heddle: ${sentence(toFailure(error))}`);
    if (folder !== undefined) follower.say(`Then it goes on with: ${resumeCommand(io, execution.id, folder, wishes)}`);
    return exitCodes.problems;
  } finally {
    release();
  }
}

/** How earlier processes left it. Of a log that cannot be read the engine says what is done about it. */
async function stateBefore({ journal, execution }: ExecuteOptions): Promise<RunState> {
  try {
    return await stateAt(journal, execution.id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'DAMAGED_RECORD') return emptyRun;
    throw error;
  }
}

/** With `json` the events are on standard output: that is enough. */
function followerOf(io: Io, { json }: RunWishes, before: RunState): Follower {
  if (json === true) return createQuietFollower(io.err);
  return io.err.columns === undefined ? createLineFollower(io.err) : createLiveFollower(io.err, before);
}

/** Resolves to how the run stands when it has ended, or rests. */
async function follow(options: ExecuteOptions, follower: Follower, before: RunState): Promise<RunState> {
  const { io, journal, folder, execution, source, providers, catalogue, wishes, recording } = options;
  const { id: executionId, workflowId, plan, forkedFrom } = execution;
  const stored = storedKeeper(options, follower);
  if (before.seq > 0) await stored?.before();
  const fold = createRunFold(before);
  const pause = new AbortController();
  const stopListening = io.machine.onStop(() => {
    follower.say('Pausing. Once more, and it is ended at once.');
    pause.abort();
  });
  const world = runWorld(io.machine, plan, { work: source.folder, journal: folder }, providers, catalogue, wishes);
  try {
    await runPlan({
      executionId,
      workflowId,
      plan,
      deps: {
        ...world,
        events: journal.events,
        blobs: journal.blobs,
        checkpoints: journal.checkpoints,
        person: createTerminalPerson(io.machine.ask, follower),
      },
      signal: new AbortController().signal,
      pause: pause.signal,
      ...(recording === undefined ? {} : { recording }),
      ...(forkedFrom === undefined ? {} : { forkedFrom }),
      onEvents: (events) => {
        if (wishes.json === true) printEvents(io.out, events);
        fold.events(events);
        follower.events(events);
        stored?.events(events);
        const missing = events.map(missingKey).find((provider) => provider !== undefined);
        if (missing === undefined) return;
        follower.say(`${missing} needs a key: set ${keyVariable(missing)} in the environment.`);
        pause.abort();
      },
      onDelta: () => {},
      onWaits: follower.waits,
      onStorageFull: (failure) => {
        follower.say(failure === undefined ? 'There is room again.' : sentence(failure));
      },
    });
  } finally {
    await world.tools.close();
    stopListening();
    await stored?.done();
  }
  return fold.state() ?? stateAt(journal, executionId);
}

/** A run that is only simulated leaves no files. */
function storedKeeper(
  { io, journal, execution, source, wishes }: ExecuteOptions,
  { say }: Follower,
): StoredKeeper | undefined {
  if (wishes.simulate === true) return undefined;
  const folder = io.machine.outputs(source.folder);
  return createStoredKeeper({ executionId: execution.id, journal, folder, warn: say });
}

/** The provider without whose key a run cannot go on: none comes while the process runs. */
function missingKey(event: RunEvent): string | undefined {
  return event.kind === 'run.paused' && event.data.reason === 'key' ? event.data.provider : undefined;
}
