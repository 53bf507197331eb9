import { toFailure } from '@/base/errors';
import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import type { Recording } from '@/engine/log/recording';
import { runPlan } from '@/engine/run-plan';
import type { RunEvent } from '@/run/events';
import { msOfTime } from '@/run/iso-time';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import type { RunSource } from '@/storage/run-journal';
import { type ExitCode, exitCodes, refuse } from '../exit-code';
import type { Io } from '../io';
import { plainText } from '../plain-text';
import type { Follower } from '../progress/follower';
import { createLineFollower, createQuietFollower } from '../progress/line-follower';
import { createLiveFollower } from '../progress/live-follower';
import { sentence } from '../sentence';
import { type EnvProviders, keyVariable } from './env-providers';
import { keepOutputs } from './keep-outputs';
import { createStoredKeeper, type StoredKeeper } from './keep-stored';
import { metricsJson, metricsLines } from './metrics-of';
import { type OpenJournal, resumeCommand } from './open-journal';
import { resultText } from './result-text';
import type { RunWishes } from './run-wishes';
import { runWorld } from './run-world';
import { createTerminalPerson } from './terminal-person';

interface ExecuteOptions extends OpenJournal {
  readonly io: Io;
  readonly execution: Execution;
  readonly source: RunSource;
  readonly providers: EnvProviders;
  readonly wishes: RunWishes;
  /** An earlier run, whose results are taken where the same is asked. */
  readonly recording?: Recording;
}

/**
 * Runs an execution that is in the journal to its end, or to a pause, and prints what came of it: its result, or with `json` all of its
 * events, also those of earlier processes, one a line. One that has ended is only printed.
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
    const before = await journal.events.read(execution.id);
    follower = followerOf(io, wishes, before);
    if (wishes.json === true) printEvents(io, before);
    const ended = execution.status !== 'running' && execution.status !== 'waiting';
    if (!ended) await follow(options, follower, before);
    follower.end();
    return await conclude(options, follower);
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

/** With `json` the events are on standard output: that is enough. */
function followerOf(io: Io, { json }: RunWishes, before: readonly RunEvent[]): Follower {
  if (json === true) return createQuietFollower(io.err);
  return io.err.columns === undefined ? createLineFollower(io.err) : createLiveFollower(io.err, before);
}

async function follow(options: ExecuteOptions, follower: Follower, before: readonly RunEvent[]): Promise<void> {
  const { io, journal, execution, source, providers, wishes, recording } = options;
  const { id: executionId, workflowId, plan } = execution;
  const stored = storedKeeper(options, follower);
  stored?.before(before);
  const pause = new AbortController();
  const stopListening = io.machine.onStop(() => {
    follower.say('Pausing. Once more, and it is ended at once.');
    pause.abort();
  });
  try {
    await runPlan({
      executionId,
      workflowId,
      plan,
      deps: {
        ...runWorld(io.machine, plan, source.folder, providers, wishes),
        events: journal.events,
        blobs: journal.blobs,
        checkpoints: journal.checkpoints,
        person: createTerminalPerson(io.machine.ask, follower),
      },
      signal: new AbortController().signal,
      pause: pause.signal,
      ...(recording === undefined ? {} : { recording }),
      onEvents: (events) => {
        if (wishes.json === true) printEvents(io, events);
        follower.events(events);
        stored?.events(events);
        const missing = events.map(missingKey).find((provider) => provider !== undefined);
        if (missing === undefined) return;
        follower.say(`${missing} needs a key: set ${keyVariable(missing)} in the environment.`);
        pause.abort();
      },
      onDelta: () => {},
      onStorageFull: (failure) => {
        follower.say(failure === undefined ? 'There is room again.' : sentence(failure));
      },
    });
  } finally {
    stopListening();
    await stored?.done();
  }
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

function printEvents(io: Io, events: readonly RunEvent[]): void {
  if (events.length > 0) io.out.write(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/** The provider without whose key a run cannot go on: none comes while the process runs. */
function missingKey(event: RunEvent): string | undefined {
  return event.kind === 'run.paused' && event.data.reason === 'key' ? event.data.provider : undefined;
}

/** Says how the run stands, prints its result, keeps its artifacts as files, and tells the exit code. */
async function conclude(options: ExecuteOptions, follower: Follower): Promise<ExitCode> {
  const { io, journal, execution, wishes } = options;
  const { id, plan } = execution;
  const state = reduceRun(emptyRun, await journal.events.read(id));
  await keepOutputs(plan, state, id, journal);
  const code = await tellEnd(options, state, follower);
  if (wishes.metrics === true) tellMetrics(io, wishes, state, follower);
  return code;
}

async function tellEnd(
  { io, journal, folder, execution, wishes }: ExecuteOptions,
  state: RunState,
  follower: Follower,
): Promise<ExitCode> {
  const { id, plan } = execution;
  switch (state.status) {
    case 'completed': {
      if (wishes.json === true) return exitCodes.fine;
      follower.say(`Completed ${figures(state)}.${kept(id, folder)}`);
      printResult(io, await resultText(plan, state, id, journal.blobs));
      return exitCodes.fine;
    }
    case 'failed':
    case 'cancelled':
      if (wishes.json !== true) {
        follower.say(`${state.status === 'failed' ? 'Failed' : 'Cancelled'} ${figures(state)}.${kept(id, folder)}`);
      }
      return exitCodes.problems;
    default:
      follower.say(`Paused. It goes on with: ${resumeCommand(io, id, folder, wishes)}`);
      return exitCodes.paused;
  }
}

/** With `json` as a last line of its own, which a recording may hold. */
function tellMetrics(io: Io, { json }: RunWishes, state: RunState, follower: Follower): void {
  if (json === true) io.out.write(`${JSON.stringify({ metrics: metricsJson(state) })}\n`);
  else for (const line of metricsLines(state)) follower.say(line);
}

function kept(id: string, folder: string | undefined): string {
  return folder === undefined ? '' : ` Run ${id} in ${folder}.`;
}

/** `in 3.2 s, 4 calls, 5.1k tok, $0.01`; a run without calls has only its time. */
function figures({ startedAt = '', endedAt = startedAt, totals }: RunState): string {
  const { calls, inputTokens, outputTokens, costUsd, unpricedCalls } = totals;
  const time = `in ${formatDuration(msOfTime(endedAt) - msOfTime(startedAt))}`;
  if (calls === 0) return time;
  const cost = unpricedCalls === calls ? formatCost(null) : formatCost(costUsd);
  const without = unpricedCalls > 0 && unpricedCalls < calls ? ` without ${unpricedCalls} calls of unknown price` : '';
  return `${time}, ${calls} ${calls === 1 ? 'call' : 'calls'}, ${formatTokens(inputTokens + outputTokens)}, ${cost}${without}`;
}

/** As it is for another program, and for a terminal without what it would obey. */
function printResult(io: Io, result: string | undefined): void {
  if (result === undefined || result === '') return;
  const text = io.out.columns === undefined ? result : plainText(result);
  io.out.write(text.endsWith('\n') ? text : `${text}\n`);
}
