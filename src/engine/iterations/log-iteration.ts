import type { JsonObject } from '@/base/json';
import { eventTextLimits, type Usage } from '@/run/event-data';
import type { EventDraft, EventOf } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import { resultFields } from '@/run/result-payload';
import { startOf } from '@/run/start-of';
import type { RunContext } from '../attempt';
import { elapsed } from '../effects/elapsed';
import { wasEmitted } from '../log/tell';
import type { Outcome } from '../outcome';
import { notRunCode } from './iteration-exit-code';
import { type IterationNote, spentMs } from './iteration-note';

/** An iteration that has ended. */
interface EndedIteration {
  readonly of: EventOf<'iteration.logged'>['data']['of'];
  /** Of the round, or of the attempt. */
  readonly path: JournalPath;
  /** From 1, at its place. */
  readonly n: number;
  /** What it produced, and why it failed if it did. */
  readonly outcome: Pick<Outcome, 'content' | 'capture' | 'failure'>;
  readonly exitCode: number;
  readonly usage: Usage | null;
  /** What else is to be told of it; small. */
  readonly notes?: JsonObject;
  readonly timer: IterationTimer;
}

/** Tells how long an iteration took so far, in ms. */
export type IterationTimer = () => number;

/**
 * Starts to take the time of an iteration; what it took in earlier processes is counted, as far as the log tells of it.
 */
export function iterationTimer({ iterations, deps }: RunContext, path: JournalPath): IterationTimer {
  const before = spentMs(iterations.noteOf(path));
  const startedAt = deps.clock.now();
  return () => before + elapsed(deps.clock, startedAt);
}

/** Logs an iteration with all that was noted of it, unless an earlier process of the run did. */
export async function logIteration(run: RunContext, iteration: EndedIteration): Promise<void> {
  const log = await preparedLog(run, iteration);
  log();
}

/**
 * The same in two parts: what takes time is done before it resolves, the log is written to when the function is called.
 * So what is to follow can be appended with nothing in between.
 */
export async function preparedLog(run: RunContext, iteration: EndedIteration): Promise<() => void> {
  const { of, path, n, outcome, exitCode, usage, notes, timer } = iteration;
  const { journal, iterations, log } = run;
  const durationMs = timer();
  const note = iterations.noteOf(path);
  const result = await journal.payload(outcome.content);
  const stderr = await stderrOf(iteration, note, run);
  const command = startOf(note.script?.command ?? note.prompt?.text ?? '', eventTextLimits.task);
  const { capture, failure } = outcome;
  const said = { ...notes, ...leftOut(note) };
  const draft: Extract<EventDraft, { kind: 'iteration.logged' }> = {
    kind: 'iteration.logged',
    path,
    ...resultFields(result),
    ...(failure === undefined ? {} : { error: failure }),
    data: {
      n,
      of,
      exitCode,
      ...(command === '' ? {} : { command }),
      ...stderr,
      ...(capture === undefined ? {} : { capture }),
      ...(note.files.length === 0 ? {} : { filesChanged: note.files }),
      ...(note.toolCalls.length === 0 ? {} : { toolCalls: note.toolCalls }),
      ...(note.prompt === undefined ? {} : { prompt: note.prompt }),
      ...(Object.keys(said).length === 0 ? {} : { notes: said }),
      usage,
      durationMs,
    },
  };
  return () => {
    if (wasEmitted(run, draft)) return;
    // Only now: what else is logged meanwhile takes a number too.
    const { n: number, ...data } = draft.data;
    log.append({ ...draft, data: { n: number, ordinal: iterations.count + 1, ...data } });
  };
}

type IterationData = EventOf<'iteration.logged'>['data'];

/** What its script wrote to standard error; of one that came to nothing without a script that says so, why. */
async function stderrOf(
  { exitCode, outcome: { failure } }: EndedIteration,
  { script }: IterationNote,
  { journal }: RunContext,
): Promise<Pick<IterationData, 'stderr' | 'stderrCapture'>> {
  const said = failure?.details?.['reason'] === 'script' && script !== undefined && script.stderr.length > 0;
  if (exitCode === notRunCode && failure !== undefined && !said) {
    return { stderr: await journal.payload(failure.message) };
  }
  if (script === undefined) return {};
  const { stderr, stderrCapture } = script;
  return { stderr, ...(stderrCapture === undefined ? {} : { stderrCapture }) };
}

/** What could not be told in full. */
function leftOut({ leftOut: { toolCalls, files }, filesUnknown }: IterationNote): JsonObject {
  return {
    ...(toolCalls === 0 ? {} : { tool_calls_left_out: toolCalls }),
    ...(files === 0 ? {} : { files_left_out: files }),
    ...(filesUnknown ? { files_unknown: 'There are too many files to tell which were changed.' } : {}),
  };
}
