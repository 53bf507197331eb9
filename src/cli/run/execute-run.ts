import { AppError, type Failure, fromFailure, toFailure } from '@/base/errors';
import type { Recording } from '@/engine/log/recording';
import type { TakenRun } from '@/host/ownership';
import type { RunHost } from '@/host/run-host';
import { isUnfinished } from '@/run/is-unfinished';
import { emptyRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import type { RunSource } from '@/storage/run-journal';
import { readStateAt } from '@/storage/state-at';
import { type ExitCode, exitCodes } from '../exit-code';
import type { Io } from '../io';
import { printLog } from '../print-events';
import { formatSentence } from '../sentence';
import { keepOutputs } from './keep-outputs';
import { createStoredKeeper, type StoredKeeper } from './keep-stored';
import { formatResumeCommand, formatStartCommand } from './next-command';
import type { OpenJournal } from './open-journal';
import { createRunFold } from './run-fold';
import type { RunTerminal } from './run-terminal';
import type { RunFlags } from './run-wishes';
import { tellEnd } from './tell-end';

interface ExecuteOptions extends OpenJournal {
  readonly io: Io;
  readonly host: RunHost;
  readonly terminal: RunTerminal;
  /** Released at the end. */
  readonly taken: TakenRun;
  readonly source: RunSource;
  readonly wishes: RunFlags;
  /** An earlier run, whose results are reused for equal requests. */
  readonly recording?: Recording;
}

/**
 * Runs a stored execution to its end, or to a pause, and prints the outcome: its result, or with `json` all of its
 * events, including those of earlier processes, one on each line. One that has ended is only printed. Its use of memory
 * does not grow with the run, except for printing all events.
 */
export async function executeRun(options: ExecuteOptions): Promise<ExitCode> {
  const { io, journal, place, terminal, taken, wishes } = options;
  const { execution } = taken;
  try {
    const before = await readStateBefore(options);
    terminal.open(before);
    if (wishes.json === true) await printLog(io.out, journal.events, execution.id);
    const state = isUnfinished(before.status) ? await goOn(options, before) : before;
    terminal.end();
    await keepOutputs(execution.plan, state, execution.id, journal);
    return await tellEnd({ io, journal, place, execution, wishes }, state, terminal);
  } catch (error) {
    terminal.end();
    const failure = toFailure(error);
    terminal.say(`heddle: ${formatSentence(failure)}`);
    if (place !== undefined) terminal.say(describeWayOn(options, failure));
    return exitCodes.problems;
  } finally {
    taken.hold.release();
  }
}

/** How to go on after the engine gave up. What is missing of a damaged run does not come back by resuming it. */
function describeWayOn({ place, taken: { execution }, wishes }: ExecuteOptions, { code }: Failure): string {
  if (code !== 'DAMAGED_RECORD') return `Then resume it with: ${formatResumeCommand(execution.id, place, wishes)}`;
  const command = formatStartCommand(['--from', execution.id], place, wishes);
  return `A new run that reuses what is still there: ${command}`;
}

/** The state that earlier processes left. If the log cannot be read, the engine reports what it does about that. */
async function readStateBefore({ journal, taken }: ExecuteOptions): Promise<RunState> {
  try {
    return await readStateAt(journal, taken.execution.id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'DAMAGED_RECORD') return emptyRun;
    throw error;
  }
}

/** Resolves to the state of the run when it has ended, or rests. Rejects with the reason if the engine gives up. */
async function goOn(options: ExecuteOptions, before: RunState): Promise<RunState> {
  const { io, host, terminal, journal, taken, recording } = options;
  const stored = createKeeper(options);
  if (before.seq > 0) await stored?.before();
  const fold = createRunFold(before);
  const run = host.go(taken, { recording });
  terminal.follow(run, stored === undefined ? [fold] : [fold, stored]);
  const stopListening = io.machine.onStop(() => {
    terminal.say('Pausing. Press Ctrl+C again to stop at once.');
    run.pause();
  });
  try {
    await run.closed();
  } finally {
    stopListening();
    await stored?.done();
  }
  const failure = await run.over;
  if (failure !== undefined) throw fromFailure(failure);
  return fold.state() ?? readStateAt(journal, taken.execution.id);
}

/** A simulated run writes no files. */
function createKeeper({ io, journal, taken, source, wishes, terminal }: ExecuteOptions): StoredKeeper | undefined {
  if (wishes.simulate === true) return undefined;
  const folder = io.machine.outputs(source.folder);
  const warnAtTerminal = (text: string) => terminal.say(text);
  return createStoredKeeper({ executionId: taken.execution.id, journal, folder, warn: warnAtTerminal });
}
