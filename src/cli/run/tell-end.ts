import { formatBytes, formatCost, formatDuration, formatTokens } from '@/base/figures';
import { findPrintedResult } from '@/host/printed-result';
import { readWholeOutput } from '@/host/whole-output';
import { formatCacheWords } from '@/run/projections/cache-words';
import { formatMakerCalls } from '@/run/projections/maker-words';
import { formatTakenOver } from '@/run/projections/taken-over-words';
import type { RunState } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import { computeWallTime, formatWorkTime } from '@/run/time-taken';
import { type ExitCode, exitCodes } from '../exit-code';
import type { Io } from '../io';
import { printOutput } from '../print-output';
import type { Follower } from '../progress/follower';
import { formatMetricsJson, formatMetricsLines } from './metrics-of';
import { formatAnswerCommand, formatResumeCommand } from './next-command';
import type { OpenJournal } from './open-journal';
import { openQuestions } from './open-questions';
import type { RunFlags } from './run-wishes';
import type { StorePlace } from './store-place';

interface EndOptions extends OpenJournal {
  readonly io: Io;
  readonly execution: Execution;
  readonly wishes: RunFlags;
}

type Speaker = Pick<Follower, 'say'>;

/** Prints the status of a run and its result; with `json` its events contain both. Resolves to the exit code. */
export async function tellEnd(options: EndOptions, state: RunState, follower: Speaker): Promise<ExitCode> {
  const code = await tellStatus(options, state, follower);
  const { io, wishes } = options;
  if (wishes.metrics === true) tellMetrics(options, state, follower);
  await io.out.written?.();
  if (io.out.failure !== undefined && state.status === 'completed')
    follower.say(`heddle: ${describeWayToResult(options)}`);
  return code;
}

async function tellStatus(
  { io, journal, place, execution, wishes }: EndOptions,
  state: RunState,
  follower: Speaker,
): Promise<ExitCode> {
  const { id } = execution;
  switch (state.status) {
    case 'completed': {
      if (wishes.json === true) return exitCodes.fine;
      follower.say(`Completed ${formatFigures(state)}.${formatKept(id, place)}`);
      return printResult({ io, journal, execution }, state, follower);
    }
    case 'failed':
    case 'cancelled':
      if (wishes.json !== true) {
        follower.say(
          `${state.status === 'failed' ? 'Failed' : 'Cancelled'} ${formatFigures(state)}.${formatKept(id, place)}`,
        );
      }
      return exitCodes.problems;
    default:
      follower.say(`Paused. Resume it with: ${formatResumeCommand(id, place, wishes)}`);
      if (openQuestions(state).length > 0) {
        follower.say(`Answer what it asks with: ${formatAnswerCommand(id, place, wishes)}`);
      }
      return exitCodes.paused;
  }
}

/** What a person does who did not get the result of a run that is complete. It is not paid again. */
function describeWayToResult({ execution: { id }, place, wishes }: EndOptions): string {
  if (place === undefined) return 'The run is complete. It was not kept, so its result is lost.';
  const { json, ...others } = wishes;
  const again = `${formatResumeCommand(id, place, others)}${json === true ? ' --json' : ''}`;
  return `The run is complete, and kept: ${id} in ${place.name}. Print its result, without asking again, with: ${again}`;
}

/** With `json`, metrics are a last line of their own, which a recording may contain. */
function tellMetrics({ io, wishes }: EndOptions, state: RunState, follower: Speaker): void {
  if (wishes.json === true) io.out.write(`${JSON.stringify({ metrics: formatMetricsJson(state) })}\n`);
  else for (const line of formatMetricsLines(state)) follower.say(line);
}

function formatKept(id: string, place: StorePlace | undefined): string {
  return place === undefined ? '' : ` Run ${id} in ${place.name}.`;
}

/** `in 3.2 s, 4 calls, 5.1k tok (1.2k tok thinking), $0.01`; a run without calls has only its time. */
function formatFigures(state: RunState): string {
  const { totals, takenOver } = state;
  const { calls, inputTokens, outputTokens, reasoningTokens = 0, costUsd, unpricedCalls } = totals;
  const work = formatWorkTime(state);
  const time = `in ${formatDuration(computeWallTime(state) ?? 0)}${work === undefined ? '' : ` (${work})`}`;
  const taken = takenOver.calls === 0 ? '' : `, ${formatTakenOver(takenOver)}`;
  if (calls === 0) return `${time}${taken}`;
  const cost = unpricedCalls === calls ? formatCost(null) : formatCost(costUsd);
  const without = unpricedCalls > 0 && unpricedCalls < calls ? ` without ${unpricedCalls} calls of unknown price` : '';
  const thought = reasoningTokens === 0 ? '' : ` (${formatTokens(reasoningTokens)} thinking)`;
  const tokens = `${formatTokens(inputTokens + outputTokens)}${thought}`;
  const cache = formatCacheWords(totals);
  const cached = cache === undefined ? '' : ` (prompt cache: ${cache})`;
  const byMakers = formatMakerCalls(totals);
  const makers = byMakers === undefined ? '' : ` (tools of the provider: ${byMakers})`;
  return `${time}, ${calls} ${calls === 1 ? 'call' : 'calls'}, ${tokens}, ${cost}${without}${cached}${makers}${taken}`;
}

/** Prints the whole result, page by page, and nothing else. It warns if less of it is stored than there was. */
async function printResult(
  { io, journal, execution: { id, plan } }: Pick<EndOptions, 'io' | 'journal' | 'execution'>,
  state: RunState,
  follower: Speaker,
): Promise<ExitCode> {
  const result = findPrintedResult(plan, state);
  if (result === undefined) return exitCodes.fine;
  const { bytes = 0, stored, binary = false } = result.capture ?? {};
  const pages = await readWholeOutput(journal.blobs, id, result);
  if (pages === undefined) {
    follower.say('heddle: The result is no longer stored.');
    return exitCodes.problems;
  }
  if (stored !== undefined && stored.bytes < bytes) {
    const kept = `${formatBytes(stored.bytes)} of ${formatBytes(bytes)}`;
    follower.say(`The result is longer than limits.max_stored_bytes: ${kept} are printed, its start and its end.`);
  }
  await printOutput(io.out, pages, !binary);
  return exitCodes.fine;
}
