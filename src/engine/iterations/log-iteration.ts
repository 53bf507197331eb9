import type { JsonObject } from '@/base/json';
import { eventTextLimits, type Payload, type Usage } from '@/run/event-data';
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
  /** Path of the round or of the attempt. */
  readonly path: JournalPath;
  /** Number from 1 within its loop, or among the attempts. */
  readonly n: number;
  /** Its output, and why it failed, if it did. */
  readonly outcome: Pick<Outcome, 'content' | 'capture' | 'failure'>;
  readonly exitCode: number;
  readonly usage: Usage | null;
  /** The calls of a try of a step, which the log does not show: how many, the model, and what it was sent. */
  readonly asked?: { readonly calls: number; readonly model: string; readonly prompt: Payload };
  /** Further notes about it; small. */
  readonly notes?: JsonObject;
  readonly timer: IterationTimer;
}

/** Returns how long an iteration has taken so far, in ms. */
export type IterationTimer = () => number;

/** Starts to time an iteration. Time in earlier processes is added, as far as the log shows it. */
export function iterationTimer({ iterations, deps }: RunContext, path: JournalPath): IterationTimer {
  const before = spentMs(iterations.noteOf(path));
  const startedAt = deps.clock.now();
  return () => before + elapsed(deps.clock, startedAt);
}

/** Logs an iteration with its note, unless an earlier process of the run did. */
export async function logIteration(run: RunContext, iteration: EndedIteration): Promise<void> {
  const log = await preparedLog(run, iteration);
  log();
}

/**
 * Logs in two steps. The slow work is done before it resolves; the returned function writes to the log. So the next
 * event can be appended with nothing in between.
 */
export async function preparedLog(run: RunContext, iteration: EndedIteration): Promise<() => void> {
  const { of, path, n, outcome, exitCode, usage, asked, notes, timer } = iteration;
  const { journal, iterations, log } = run;
  const durationMs = timer();
  const note = iterations.noteOf(path);
  const result = await journal.payload(outcome.content);
  const stderr = await stderrOf(iteration, note, run);
  const prompt = asked?.prompt ?? note.prompt;
  const command = startOf(note.script?.command ?? prompt?.text ?? '', eventTextLimits.task);
  const { capture, failure } = outcome;
  const allNotes = { ...notes, ...leftOut(note) };
  const draft: Extract<EventDraft, { kind: 'iteration.logged' }> = {
    kind: 'iteration.logged',
    path,
    ...(asked === undefined ? {} : { model: asked.model }),
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
      ...(prompt === undefined ? {} : { prompt }),
      ...(asked === undefined ? {} : { calls: asked.calls }),
      ...(Object.keys(allNotes).length === 0 ? {} : { notes: allNotes }),
      usage,
      durationMs,
    },
  };
  return () => {
    if (wasEmitted(run, draft)) return;
    // Numbered only now, because iterations logged meanwhile take numbers too.
    const { n: number, ...data } = draft.data;
    log.append({ ...draft, data: { n: number, ordinal: iterations.count + 1, ...data } });
  };
}

type IterationData = EventOf<'iteration.logged'>['data'];

/**
 * The standard error of its script. If the iteration failed without running and no script explains it, the failure's
 * message instead.
 */
async function stderrOf(
  { exitCode, outcome: { failure } }: EndedIteration,
  { script }: IterationNote,
  { journal }: RunContext,
): Promise<Pick<IterationData, 'stderr' | 'stderrCapture'>> {
  const isExplained = failure?.details?.['reason'] === 'script' && script !== undefined && script.stderr.length > 0;
  if (exitCode === notRunCode && failure !== undefined && !isExplained) {
    return { stderr: await journal.payload(failure.message) };
  }
  if (script === undefined) return {};
  const { stderr, stderrCapture } = script;
  return { stderr, ...(stderrCapture === undefined ? {} : { stderrCapture }) };
}

/** What could not be listed in full. */
function leftOut({ leftOut: { toolCalls, files }, filesUnknown }: IterationNote): JsonObject {
  return {
    ...(toolCalls === 0 ? {} : { tool_calls_left_out: toolCalls }),
    ...(files === 0 ? {} : { files_left_out: files }),
    ...(filesUnknown ? { files_unknown: 'There are too many files to tell which were changed.' } : {}),
  };
}
